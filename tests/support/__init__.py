"""The ground of the tests: servers of their own, the whole running application, a browser."""
