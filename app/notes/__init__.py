"""Notes, snippets and claims: reading them from disk, validating them, and turning them into blocks to render."""
