"""The OpenAPI document, and whether the server does what it says: requests made up from it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import httpx2 as httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from kinrow.web import api as endpoints
from kinrow.web.openapi import OPERATIONS, document
from kinrow.web.phrases import PLAIN

from .conftest import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def schema(server: Server) -> BaseSchema:
    return schemathesis.openapi.from_url(f"{server.url}/openapi.json")


@pytest.mark.parametrize("path", sorted(name for name, row in OPERATIONS.items() if row.request))
def test_the_server_keeps_its_word(schema: BaseSchema, path: str) -> None:
    asked = schema[f"/api/{path}"]["POST"]

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        case=asked.as_strategy(generation_mode=GenerationMode.POSITIVE)
        | asked.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    )
    def keeps(case: Any) -> None:
        if isinstance(case.body, dict) and isinstance(case.body.get("seconds"), int | float):
            case.body["seconds"] = min(case.body["seconds"], 0.05)
        response = case.call()
        too_long = response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        # A body that is too long is rejected before anyone reads what else is wrong with it.
        checks = [check for check in CHECKS if not (too_long and check is negative_data_rejection)]
        case.validate_response(response, checks=checks)
        assert PLAIN not in response.text

    keeps()


def test_every_endpoint_is_described(api: httpx.Client) -> None:
    described = api.get("/openapi.json").json()
    assert set(described["paths"]) == {route.path for route in endpoints.ROUTES}
    assert described == document("1")


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {"origin": "http://evil.example"}])
def test_refusals_are_described(api: httpx.Client, headers: dict[str, str]) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        ((method, row),) = methods.items()
        answer = api.request(method, path, headers=headers)
        assert str(answer.status_code) in row["responses"]
        assert {"500", "503"} <= row["responses"].keys()
