"""What the tests stand on: servers of their own, the whole running application, a browser."""
