package search

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
)

var anybody = auth.NewIdentity(&auth.User{ID: "ann", UserName: "ann", IsActive: true}, nil)

// source returns the hits of find.
func source(kind string, may bool, find func(ctx context.Context) ([]Hit, int64, error)) Source {
	return Source{
		Kind: kind, Title: "All " + kind, May: func(*auth.Identity) bool { return may }, All: filtered("/" + kind),
		Find: func(ctx context.Context, _ *auth.Identity, _ string, _ int) ([]Hit, int64, error) { return find(ctx) },
	}
}

func one(kind string) Source {
	return source(kind, true, func(context.Context) ([]Hit, int64, error) { return []Hit{{Title: kind}}, 3, nil })
}

// A source that fails, panics or never answers does not affect the others, and its partial hits are
// not shown.
func TestAFaultHidesNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		s := New(slog.New(slog.NewTextHandler(&log, nil)), []Source{
			one("first"),
			source("broken", true, func(context.Context) ([]Hit, int64, error) { return []Hit{{Title: "half"}}, 1, errors.New("no disk") }),
			source("fallen", true, func(context.Context) ([]Hit, int64, error) { panic("nil map") }),
		}, []Source{
			source("endless", true, func(ctx context.Context) ([]Hit, int64, error) { <-ctx.Done(); return nil, 0, ctx.Err() }),
			source("closed", false, func(context.Context) ([]Hit, int64, error) { panic("was asked") }),
			one("last"),
		})
		start := time.Now()
		got := s.Search(t.Context(), anybody, " a&b ", 5)
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("the answer took %s", took)
		}
		want := []Group{
			{Kind: "first", Title: "All first", Hits: []Hit{{Title: "first"}}, Total: 3, All: "/first?q=a%26b"},
			{Kind: "broken", Title: "All broken", Failed: true},
			{Kind: "fallen", Title: "All fallen", Failed: true},
			{Kind: "endless", Title: "All endless", Failed: true},
			{Kind: "last", Title: "All last", Hits: []Hit{{Title: "last"}}, Total: 3, All: "/last?q=a%26b"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for _, cause := range []string{"no disk", "nil map", "deadline"} {
			if !strings.Contains(log.String(), cause) {
				t.Errorf("the log does not name %q", cause)
			}
		}
	})
}

func TestWithoutWordsNothingIsAsked(t *testing.T) {
	s := New(slog.New(slog.DiscardHandler), []Source{source("a", true, func(context.Context) ([]Hit, int64, error) { panic("was asked") })})
	if diff := cmp.Diff([]Group{{Kind: "a", Title: "All a"}}, s.Search(t.Context(), anybody, " \t", 5)); diff != "" {
		t.Error(diff)
	}
}

func TestHit(t *testing.T) {
	for name, tt := range map[string]struct {
		q      string
		others []field
		want   *Match
	}{
		"in the title":              {"biobank", []field{{"File", "biobank.tsv"}}, nil},
		"one word in each":          {"NORTH heart", nil, nil},
		"elsewhere":                 {"north tsv", []field{{"Owner", "ann"}, {"File", "a.TSV.gz"}}, &Match{"File", "a.TSV.gz"}},
		"the first that has it":     {"ann", []field{{"Owner", "ann"}, {"Submitter", "Ann"}}, &Match{"Owner", "ann"}},
		"nowhere that is known":     {"zzz", []field{{"Owner", "ann"}}, nil},
		"accents in another form":   {"cafe\u0301", []field{{"Owner", "Caf\u00e9 Nord"}}, &Match{"Owner", "Caf\u00e9 Nord"}},
		"a short text as it stands": {"q", []field{{"Owner", " q\n c "}}, &Match{"Owner", "q c"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := newHit(tt.q, "North Biobank", "Heart failure", "/x", tt.others...).Match
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestALongTextIsCutAroundTheWord(t *testing.T) {
	before, after := strings.Repeat("lorem ", 40), strings.Repeat("ipsum ", 40)
	got := newHit("STRASSE", "a", "b", "/x", field{"Description", before + "Straße " + after}).Match.Text
	runes := []rune(got)
	if !strings.Contains(got, " Straße ") || runes[0] != '…' || runes[len(runes)-1] != '…' || len(runes) > 122 || len(runes) < 110 {
		t.Errorf("%q", got)
	}
	if got := newHit("lorem", "a", "b", "/x", field{"Description", before}).Match.Text; !strings.HasPrefix(got, "lorem lorem") || !strings.HasSuffix(got, "…") {
		t.Errorf("at the start: %q", got)
	}
}
