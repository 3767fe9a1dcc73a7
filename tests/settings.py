"""The program's settings, for the tests: nothing of a running Viertal is touched, passwords are hashed
quickly."""

import atexit
import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="viertal-settings-", ignore_cleanup_errors=True)
atexit.register(_folder.cleanup)
os.environ["VIERTAL_DATA"] = _folder.name
os.environ.setdefault("SECRET_KEY", "only-for-tests-only-for-tests-only-for-tests-only-for-tests")
os.environ["DATABASE_POOL"] = "0"
os.environ["VIERTAL_QUEUE"] = f"viertal-test-{os.getpid()}"

from config.settings import *  # noqa: E402, F403
from config.settings import STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir()
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
