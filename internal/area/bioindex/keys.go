package bioindex

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// maxValues limits the values or keys of a page.
const maxValues = 1000

// MatchPage is a page of the distinct values of a key.
type MatchPage struct {
	Index        *Index
	Values       []string // of the query
	Page         int
	Limit        int // values per page
	Data         []string
	Continuation string // "" on the last page
}

// Match returns the distinct values of a key that begin with the last of values, where those before
// it are exact. errs.Rule for more values than the index has keys.
func (s *Service) Match(ctx context.Context, by *auth.Identity, id string, values []string, limit int) (_ *MatchPage, err error) {
	defer errs.Wrap(&err, "bioindex.Match(%q)", id)
	x, o, err := s.ask(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 && len(o.About().Schema.Keys) > 1 {
		values = tableindex.SplitValues(values[0])
	}
	return s.matchPage(ctx, x, o, Continuation{Kind: Matches, Index: x.ID, Build: o.build.ID, Values: values, Page: 1, Left: NoLimit, Limit: int64(limit)})
}

// ContinueMatch returns the next page of values; see Continue.
func (s *Service) ContinueMatch(ctx context.Context, by *auth.Identity, at Continuation) (_ *MatchPage, err error) {
	defer errs.Wrap(&err, "bioindex.ContinueMatch(%q, page %d)", at.Index, at.Page)
	x, o, err := s.askOn(ctx, by, at)
	if err != nil {
		return nil, err
	}
	return s.matchPage(ctx, x, o, at)
}

func (s *Service) matchPage(ctx context.Context, x *Index, o *opened, at Continuation) (*MatchPage, error) {
	schema := o.About().Schema
	if err := matchable(schema, len(at.Values)); err != nil {
		return nil, err
	}
	limit := int(min(max(at.Limit, 1), maxValues))
	last := len(at.Values) - 1
	after := ""
	if len(at.After) > 0 {
		after = at.After[0]
	}
	values, more, err := o.Match(ctx, at.Values[:last], at.Values[last], after, limit)
	if err != nil {
		return nil, s.unreadable(queryFault(err))
	}
	p := &MatchPage{Index: x, Values: at.Values, Page: at.Page, Limit: limit, Data: values}
	if more && len(values) > 0 {
		at.After, at.Page = values[len(values)-1:], at.Page+1
		p.Continuation, err = s.sign(ctx, at)
	}
	return p, err
}

func matchable(schema tableindex.Schema, values int) error {
	if n := len(schema.Keys); n == 0 {
		return errs.AtField("q", "This index has no keys, only positions; ask it with a region.")
	} else if values < 1 || values > n {
		return errs.AtField("q", fmt.Sprintf("Give 1 to %d values: those before the last exact, and what the last begins with. The schema is %s.", n, schema))
	}
	return nil
}

// KeyPage is a page of the distinct keys of an index.
type KeyPage struct {
	Index        *Index
	Columns      []string
	Data         [][]string
	Continuation string // "" on the last page
}

// Keys returns the distinct keys of an index. errs.Rule for one without keys.
func (s *Service) Keys(ctx context.Context, by *auth.Identity, id string, limit int) (_ *KeyPage, err error) {
	defer errs.Wrap(&err, "bioindex.Keys(%q)", id)
	x, o, err := s.ask(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.keyPage(ctx, x, o, Continuation{Kind: KeyList, Index: x.ID, Build: o.build.ID, Page: 1, Left: NoLimit, Limit: int64(limit)})
}

// ContinueKeys returns the next page of keys; see Continue.
func (s *Service) ContinueKeys(ctx context.Context, by *auth.Identity, at Continuation) (_ *KeyPage, err error) {
	defer errs.Wrap(&err, "bioindex.ContinueKeys(%q, page %d)", at.Index, at.Page)
	x, o, err := s.askOn(ctx, by, at)
	if err != nil {
		return nil, err
	}
	return s.keyPage(ctx, x, o, at)
}

func (s *Service) keyPage(ctx context.Context, x *Index, o *opened, at Continuation) (*KeyPage, error) {
	schema := o.About().Schema
	if err := matchable(schema, 1); err != nil {
		return nil, err
	}
	limit := int(min(max(at.Limit, 1), maxValues))
	tuples, more, err := o.Keys(ctx, len(schema.Keys), at.After, limit)
	if err != nil {
		return nil, s.unreadable(queryFault(err))
	}
	p := &KeyPage{Index: x}
	for _, t := range tuples {
		p.Data = append(p.Data, t)
	}
	for _, key := range schema.Keys {
		p.Columns = append(p.Columns, strings.Join(key, "|"))
	}
	if more && len(tuples) > 0 {
		at.After, at.Page = tuples[len(tuples)-1], at.Page+1
		p.Continuation, err = s.sign(ctx, at)
	}
	return p, err
}
