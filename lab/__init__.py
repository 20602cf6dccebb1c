"""The browser edition: Python that answers the page's requests, the page's modules, and the builder of the file."""
