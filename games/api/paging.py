from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination

PARAMETERS = [
    OpenApiParameter("page", int, description="From 1 on."),
    OpenApiParameter("page_size", int, description="How many a page shows, at most 100."),
]


class Paging(PageNumberPagination):
    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100
