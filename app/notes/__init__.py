"""Notes, snippets and claims: reading them from disk, validating them, making blocks to render."""
