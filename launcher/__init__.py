"""`python -m launcher`: runs the whole of Viertal on one machine, with a database and a broker of its own.

Standard library only, save `prepare` (Django) and `web` (uvicorn), which run as processes of their own.
"""
