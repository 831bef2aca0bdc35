"""Client of Cohortium, the registry of human-genetics consortia.

>>> import cohortium
>>> registry = cohortium.connect("https://cohortium.example.org")
>>> registry.region("ma:…", "4:110900000-112100000")
"""

from .client import Client, connect, operations
from .errors import (
    Busy,
    CohortiumError,
    Conflict,
    FieldError,
    JobFailed,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Refused,
    Unreachable,
)
from .tabix import Tabix
from .transport import VERSION as __version__

__all__ = [
    "Busy", "Client", "CohortiumError", "Conflict", "FieldError", "JobFailed", "NotAllowed", "NotFound", "NotSignedIn",
    "Refused", "Tabix", "Unreachable", "__version__", "connect", "operations",
]  # fmt: skip
