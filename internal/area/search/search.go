// Package search looks for one text in everything that somebody may see. It owns the
// sources, how they are asked at once, and what a hit says; it holds no rule of who sees
// what: each source asks the list of its area, behind the rule of that list's route. It
// may import the areas, and knows neither HTTP nor SQL.
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
	Detail  string // what tells it from others of the same title
	Address string // of its page, from the root of the site
	// Match is where the words stand that are neither in Title nor in Detail; nil when all are.
	Match *Match
}

// Match is a text with a word that was looked for.
type Match struct {
	Field string `json:"field"` // what the text is, such as File name
	Text  string `json:"text"`
}

// Source is one kind of thing that can be found.
type Source struct {
	Kind  string // never changes
	Title string // of many, as people read it
	// May says whether somebody may see the list that the hits come from.
	May func(by *auth.Identity) bool
	// Find gives at most limit things that have every word of q, and how many there are.
	Find func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error)
	// All is the address of the list of everything that has the words.
	All func(by *auth.Identity, q string) string
}

// Group is what one source found.
type Group struct {
	Kind   string
	Title  string
	Hits   []Hit
	Total  int64
	All    string
	Failed bool // the source could not be asked; the others were
}

// Service looks through its sources.
type Service struct {
	sources []Source
	log     *slog.Logger
	within  time.Duration
}

// sourceTime is how long one source may take: the answer waits for the slowest.
const sourceTime = 5 * time.Second

// New makes a service. Groups come in the order of the sources.
func New(log *slog.Logger, sources ...[]Source) *Service {
	s := &Service{log: log, within: sourceTime}
	for _, some := range sources {
		s.sources = append(s.sources, some...)
	}
	return s
}

// Search asks every source that the caller may see for at most limit things with every
// word of q. A source that fails is marked and hides no other. Without words no source
// is asked; the groups then say what can be looked for.
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
