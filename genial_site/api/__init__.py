"""What every call of the API shares: problems, parsing, throttles, the OpenAPI document and its page."""
