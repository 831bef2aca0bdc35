// Package search searches everything that a caller may see for one text. It owns the sources, their
// parallel search, and the content of a hit. It has no access rules: each source queries the list
// of its area, under the rule of that list's route. It may import the areas, and knows neither HTTP
// nor SQL.
package search

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/guard"
)

// Hit is one thing that was found.
type Hit struct {
	Title   string
	Detail  string // distinguishes it from others of the same title
	Address string // of its page, from the root of the site
	// Match is the text with the words that are neither in Title nor in Detail; nil when there are
	// none.
	Match *Match
}

// Match is a text with a word of the search.
type Match struct {
	Field string `json:"field"` // what the text is, such as File name
	Text  string `json:"text"`
}

// Source is one kind of thing that can be found.
type Source struct {
	Kind  string // never changes
	Title string // plural name for people
	// May reports whether a caller may see the list of the hits.
	May func(by *auth.Identity) bool
	// Find returns at most limit things that have every word of q, and how many there are.
	Find func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error)
	// All returns the address of the list of everything that has the words.
	All func(by *auth.Identity, q string) string
}

// Group holds the hits of one source.
type Group struct {
	Kind   string
	Title  string
	Hits   []Hit
	Total  int64
	All    string
	Failed bool // the source could not be searched; the others were
}

// Service searches its sources.
type Service struct {
	sources []Source
	log     *slog.Logger
	within  time.Duration
}

// sourceTime is how long one source may take: the answer waits for the slowest.
const sourceTime = 5 * time.Second

// New returns a service. Groups come in the order of the sources.
func New(log *slog.Logger, sources ...[]Source) *Service {
	s := &Service{log: log, within: sourceTime}
	for _, some := range sources {
		s.sources = append(s.sources, some...)
	}
	return s
}

// Search searches every source that the caller may see for at most limit things with every word of
// q. A source that fails is marked and does not affect the others. Without words no source is
// searched; the groups then list what can be searched.
func (s *Service) Search(ctx context.Context, by *auth.Identity, q string, limit int) []Group {
	groups, asked := make([]Group, 0, len(s.sources)), make([]Source, 0, len(s.sources))
	for _, source := range s.sources {
		if source.May(by) {
			asked = append(asked, source)
			groups = append(groups, Group{Kind: source.Kind, Title: source.Title})
		}
	}
	if q = strings.TrimSpace(q); q == "" {
		return groups
	}
	guard.All(len(asked), func(i int) { s.ask(ctx, by, asked[i], q, limit, &groups[i]) })
	return groups
}

// ask fills one group.
func (s *Service) ask(ctx context.Context, by *auth.Identity, source Source, q string, limit int, group *Group) {
	ctx, stop := context.WithTimeout(ctx, s.within)
	defer stop()
	err := guard.Do(func() (err error) {
		group.Hits, group.Total, err = source.Find(ctx, by, q, limit)
		return err
	})
	if err != nil {
		s.log.ErrorContext(ctx, "a source of the search failed", "kind", source.Kind, "err", err)
		*group = Group{Kind: source.Kind, Title: source.Title, Failed: true}
		return
	}
	group.All = source.All(by, q)
}
