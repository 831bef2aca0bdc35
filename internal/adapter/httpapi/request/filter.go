package request

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/oapi-codegen/runtime"
)

// ListFilters reads the query of an export into P, the generated parameters of its list, so that both
// have the same filters and order. It leaves out what selects a page: limit, cursor and facets.
// The contract has checked the query; a value that P cannot hold is an error of Malformed.
func ListFilters[P any](r *http.Request) (params P, err error) {
	fields := reflect.ValueOf(&params).Elem()
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Type().Field(i).Tag.Get("form"), ",")
		if slices.Contains([]string{"limit", "cursor", "facets"}, name) {
			continue
		}
		if err := runtime.BindRawQueryParameter("form", true, false, name, r.URL.RawQuery, fields.Field(i).Addr().Interface()); err != nil {
			return params, Malformed(err)
		}
	}
	return params, nil
}
