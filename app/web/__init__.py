"""The HTTP side: pages, runs, API, errors, language, security headers and assets."""
