# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel for pip, by Python alone: so pip install ./python needs neither a network nor setuptools."""

import base64
import hashlib
import os
import tomllib
import zipfile


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with open("pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    name = f"{project['name']}-{project['version']}"
    files = {f"shmem4j/{each}": open(f"shmem4j/{each}", "rb").read() for each in ("__init__.py", "py.typed")}
    files[f"{name}.dist-info/METADATA"] = "\n".join([
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}",
        f"Summary: {project['description']}", f"Requires-Python: {project['requires-python']}",
        "Provides-Extra: numpy", "Requires-Dist: numpy; extra == 'numpy'", ""]).encode()
    files[f"{name}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b'=').decode()},"
                     f"{len(text)}\n" for path, text in files.items())
    files[f"{name}.dist-info/RECORD"] = (record + f"{name}.dist-info/RECORD,,\n").encode()
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel
