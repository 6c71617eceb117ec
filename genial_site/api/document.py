"""The OpenAPI document of the API."""

from functools import cache
from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


@cache
def document() -> dict[str, Any]:
    """Made once a process: it depends on nothing but the program."""
    with override("en"):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


class SchemaView(APIView):
    renderer_classes = [JSONRenderer, OpenApiJsonRenderer, OpenApiYamlRenderer]

    @extend_schema(operation_id="get_schema", summary="This document", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        return Response(document())
