package listing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

func TestCut(t *testing.T) {
	named := func(name string) listing.Place { return listing.Place{Key: strings.ToUpper(name), ID: name} }
	for name, c := range map[string]struct {
		rows, page []string
		next       listing.Place
	}{
		"none":        {nil, nil, listing.Place{}},
		"fewer":       {[]string{"a"}, []string{"a"}, listing.Place{}},
		"as many":     {[]string{"a", "b"}, []string{"a", "b"}, listing.Place{}},
		"one is left": {[]string{"a", "b", "c"}, []string{"a", "b"}, listing.Place{Key: "B", ID: "b"}},
	} {
		page, next := listing.PageOf(c.rows, 2, named)
		if diff := cmp.Diff(c.page, page); diff != "" || next != c.next {
			t.Errorf("%s: %s, next %v, want %v", name, diff, next, c.next)
		}
	}
}

func TestPlaceAsText(t *testing.T) {
	for _, p := range []listing.Place{{}, {ID: "x"}, {Key: "Straße \"1\"\n", ID: "01-é"}, listing.At(time.Date(2026, 3, 1, 2, 3, 4, 5, time.FixedZone("", 7200)), "x")} {
		if got, err := listing.Read(p.Text()); err != nil || got != p {
			t.Errorf("%q: %v, %v", p, got, err)
		}
	}
	if got := listing.At(time.Date(2026, 3, 1, 2, 3, 4, 5, time.FixedZone("", 7200)), "x").Key; got != "2026-03-01T00:03:04.000000005Z" {
		t.Error(got)
	}
	for _, bad := range []string{"%", "e30", "bm8", "eyJrIjoiYSJ9", (listing.Place{ID: "x"}).Text() + "="} {
		if p, err := listing.Read(bad); !errs.Is(err, errs.Invalid) || p != (listing.Place{}) {
			t.Errorf("%q: %v, %v", bad, p, err)
		}
	}
}
