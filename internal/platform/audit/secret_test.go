package audit

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// No part of an address that may be a secret is kept, wherever in an entry it is.
func TestSecretsOfAddressesAreNotKept(t *testing.T) {
	const secret = "S3CR3T"
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(rt, name) }
		address := draw("scheme", "https://", "http://", "HTTPS://", "s3://", "ftp://") +
			draw("user", "", secret+"@", "me:"+secret+"@", secret+":x@y@", ":"+secret+"%40x@") +
			draw("host", "example.org", "example.org:8443", "[2001:db8::1]", "münchen.example") +
			draw("path", "", "/", "/a/b.tsv", "/a@b/c.tsv", "/with%20space") +
			draw("query", "", "?token="+secret, "?a=1&sig="+secret+"#x", "?"+secret+"?"+secret, "?x=%zz&k="+secret) +
			draw("fragment", "", "#"+secret)
		text := draw("before", "", "of ", "url ", "(", "x=", "https://example.org/ ") + address + draw("after", "", " then", "\nnext", " ?")
		e := newEvent(Origin{}, epoch(), Entry{
			Object: text, ObjectID: text, Detail: text, Before: map[string]string{"source": text}, After: map[string]string{text: text}, Actor: text,
		})
		kept := slices.Concat(
			[]string{e.Object, e.ObjectID, e.Detail, e.Actor},
			slices.Collect(maps.Values(e.Before)),
			slices.Collect(maps.Keys(e.After)),
			slices.Collect(maps.Values(e.After)),
		)
		for _, k := range kept {
			if strings.Contains(k, secret) {
				rt.Fatalf("%q of %q", k, text)
			}
		}
	})
}

// The parts of an address that hold no secret stay.
func TestAddressesStayReadable(t *testing.T) {
	for in, want := range map[string]string{
		"url https://example.org/a.tsv":        "url https://example.org/a.tsv",
		"https://example.org/a.tsv?token=x, y": "https://example.org/a.tsv?… y",
		"https://me:pw@example.org/a@b":        "https://…@example.org/a@b",
		"why? see me@example.org":              "why? see me@example.org",
		"10.1000/xyz?#1":                       "10.1000/xyz?#1",
	} {
		if got := visible(in, maxDetail); got != want {
			t.Errorf("%q is kept as %q, want %q", in, got, want)
		}
	}
}
