package request

import (
	"errors"
	"regexp"
	"strconv"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// OrZero dereferences a pointer; the zero value for nil.
func OrZero[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}

// PageSize returns the requested page size, or the default.
func PageSize(limit *int) int {
	if limit == nil {
		return 50
	}
	return *limit
}

// etag matches a version in ETag and If-Match.
var etag = regexp.MustCompile(`^"(0|[1-9][0-9]*)"$`)

// IfMatch parses the version that a caller changes; only one form is accepted.
func IfMatch(header string) (int64, error) {
	if m := etag.FindStringSubmatch(header); m != nil {
		if version, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			return version, nil
		}
	}
	return 0, errs.New(
		errs.Invalid,
		"bad_version",
		`If-Match must be the version that you change, in double quotes, such as "3". Read the object and send the version that it has; * and lists are not supported.`,
	)
}

// Malformed is the error for a request that cannot be parsed; the cause contains Go types and is
// for the log.
func Malformed(cause error) error {
	var known *errs.Error
	if errors.As(cause, &known) {
		return cause
	}
	return errs.New(errs.Invalid, "malformed", "This request cannot be understood.").Because(cause)
}

// Unsupported is the error for a content type that a route does not accept.
func Unsupported(contentType string) error {
	return errs.New(errs.Unsupported, "unsupported_type", "This address does not take content of type %.60q.", contentType)
}

// MappingOf converts a mapping of columns for package sumstats.
func MappingOf(in openapi.Mapping) sumstats.Mapping {
	out := make(sumstats.Mapping, len(in))
	for field, column := range in {
		out[sumstats.Field(field)] = column
	}
	return out
}
