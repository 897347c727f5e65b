"""Programs that readers share: kept under the hash of their content, with the result that the service computed."""
