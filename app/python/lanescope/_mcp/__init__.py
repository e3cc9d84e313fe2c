"""What the server for assistants is made of; ``lanescope.mcp`` starts it."""
