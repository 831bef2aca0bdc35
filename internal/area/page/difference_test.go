package page_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/page"
)

func TestDifferences(t *testing.T) {
	t.Parallel()
	type change struct{ Path, Before, After string }
	for name, c := range map[string]struct {
		before, after string
		want          []change
	}{
		"none":                 {`{"a":1,"b":[{"id":"x"}]}`, `{"b":[{"id":"x"}],"a":1.0}`, nil},
		"numbers as written":   {`{"a":5e-8,"b":1e999}`, `{"a":0.00000005,"b":1e999}`, nil},
		"a value":              {`{"a":1}`, `{"a":2}`, []change{{"/a", "1", "2"}}},
		"new and gone":         {`{"a":1}`, `{"b":2}`, []change{{"/a", "1", ""}, {"/b", "", "2"}}},
		"within":               {`{"a":{"b":{"c/d":1}}}`, `{"a":{"b":{"c/d":null}}}`, []change{{"/a/b/c~1d", "1", ""}}},
		"a plain list":         {`{"a":[1,2]}`, `{"a":[2,1]}`, []change{{"/a", "[1,2]", "[2,1]"}}},
		"a member by id":       {`{"a":[{"id":"x","v":1},{"id":"y"}]}`, `{"a":[{"id":"x","v":2},{"id":"y"}]}`, []change{{"/a/0/v", "1", "2"}}},
		"moved":                {`{"a":[{"id":"x"},{"id":"y"}]}`, `{"a":[{"id":"y"},{"id":"x"}]}`, []change{{"/a", `["x","y"]`, `["y","x"]`}}},
		"moved and changed":    {`{"a":[{"id":"x","v":1},{"id":"y"}]}`, `{"a":[{"id":"y"},{"id":"x","v":2}]}`, []change{{"/a/1/v", "1", "2"}, {"/a", `["x","y"]`, `["y","x"]`}}},
		"one removed from two": {`{"a":[{"id":"x"},{"id":"y"}]}`, `{"a":[{"id":"y"}]}`, []change{{"/a/0", `{"id":"x"}`, ""}}},
		"the first":            {`{"a":[]}`, `{"a":[{"id":"y"}]}`, []change{{"/a/0", "", `{"id":"y"}`}}},
		"two of one id":        {`{"a":[{"id":"x"},{"id":"x"}]}`, `{"a":[{"id":"x"}]}`, []change{{"/a", `[{"id":"x"},{"id":"x"}]`, `[{"id":"x"}]`}}},
		"another type":         {`{"a":[{"id":"x"}]}`, `{"a":"x"}`, []change{{"/a", `[{"id":"x"}]`, `"x"`}}},
	} {
		found, err := page.Differences(json.RawMessage(c.before), json.RawMessage(c.after))
		must(t, err)
		var got []change
		for _, d := range found {
			got = append(got, change{d.Path, string(d.Before), string(d.After)})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
