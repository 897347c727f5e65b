"""One module per step. A step that was released is never edited: whoever has it would not run it again."""
