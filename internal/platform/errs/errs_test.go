package errs_test

import (
	"errors"
	"io"
	"testing"

	"cohortium/internal/platform/errs"
)

func TestKindSurvivesWrapping(t *testing.T) {
	find := func() (err error) {
		defer errs.Wrap(&err, "find(%q)", "u1")
		return errs.Missing("data set").Because(io.ErrUnexpectedEOF)
	}
	err := find()
	if !errs.Is(err, errs.NotFound) {
		t.Errorf("kind = %v, want NotFound", errs.KindOf(err))
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
	want := `find("u1"): This data set does not exist, or it is not yours to see.: unexpected EOF`
	if err.Error() != want {
		t.Errorf("text = %q, want %q", err, want)
	}
}

func TestUnclassifiedErrorsAreInternal(t *testing.T) {
	if got := errs.KindOf(io.EOF); got != errs.Internal {
		t.Errorf("kind = %v, want Internal", got)
	}
	if errs.Is(nil, errs.Internal) {
		t.Error("nil is no error")
	}
}

func TestWithFieldsLeavesTheOriginalAlone(t *testing.T) {
	base := errs.New(errs.Rule, "rule", "Two fields need attention.")
	a := base.WithFields(errs.Field{Field: "cases", Message: "a"})
	b := base.WithFields(errs.Field{Field: "sex", Message: "b"})
	if len(base.Fields) != 0 || a.Fields[0].Field != "cases" || b.Fields[0].Field != "sex" {
		t.Errorf("fields leak: base %v a %v b %v", base.Fields, a.Fields, b.Fields)
	}
}

func TestEveryKindHasItsStatus(t *testing.T) {
	want := map[errs.Kind]int{
		errs.Internal: 500, errs.Invalid: 400, errs.Unauthenticated: 401, errs.Forbidden: 403, errs.NotFound: 404, errs.Conflict: 409,
		errs.TooLarge: 413, errs.Unsupported: 415, errs.Rule: 422, errs.RateLimited: 429, errs.Unavailable: 503, errs.Slow: 408,
	}
	for kind, status := range want {
		if got := kind.Status(); got != status {
			t.Errorf("kind %d: status %d, want %d", kind, got, status)
		}
	}
}
