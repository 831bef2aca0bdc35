package bioindex

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// NoLimit requests all rows.
const NoLimit = tableindex.NoLimit

// RegionConvention is how regions of queries and answers count.
const RegionConvention = tableindex.RegionConvention

// Query is a query for rows of an index.
type Query struct {
	Values []string // see valuesOf
	Flank  int64    // base pairs on both sides of a gene
	Limit  int64    // of rows over all pages; NoLimit for all
	Bytes  int64    // of rows on this page; 0 for the standard
	Format string   // stored for the following pages
	Cells  bool     // rows as cells, instead of as JSON
}

// Answer is a page of rows.
type Answer struct {
	Index        *Index
	Build        *Build
	Values       []string
	Region       string // the locus as it was read, see RegionConvention; "" without one
	Format       string
	Page         int // from 1
	Limit        int64
	JSON         [][]byte    // rows as objects, unless Query.Cells
	Cells        [][]*string // rows in the order of the columns, nil for missing values
	Continuation string      // "" on the last page
	Read         int64       // bytes of rows on this page and those before
	Done         bool        // nothing follows
	QueryTime    time.Duration
	FetchTime    time.Duration
}

// Query returns the first page of the rows that a query finds. errs.NotFound (unknown_index,
// unknown_gene, unknown_chromosome), errs.Rule for values that do not fit the schema, errs.Conflict
// (not_ready, in_bin, source_gone, not_proven).
func (s *Service) Query(ctx context.Context, by *auth.Identity, id string, q Query) (_ *Answer, err error) {
	defer errs.Wrap(&err, "bioindex.Query(%q)", id)
	began := time.Now()
	if q.Bytes == 0 {
		q.Bytes = s.cfg.PageBytes
	}
	most := s.cfg.MostBytes
	if by == nil {
		most = s.cfg.PageBytes // strangers are many, and a page is held in memory until it is sent
	}
	if q.Bytes < 0 || q.Bytes > most {
		return nil, errs.AtField("bytes", fmt.Sprintf("A page has at most %s of rows.", file.SizeText(most)))
	}
	x, o, err := s.ask(ctx, by, id)
	if err != nil {
		return nil, err
	}
	at := Continuation{
		Kind: RowPages, Index: x.ID, Build: o.build.ID, Values: valuesOf(o.About().Schema, q.Values), Format: q.Format, Flank: q.Flank,
		Bytes: q.Bytes, Page: 1, Left: q.Limit, Limit: q.Limit,
	}
	return s.page(ctx, x, o, at, q.Cells, began)
}

// Continue returns the next page of an answer; errs.Conflict (rebuilt) when the index was rebuilt
// since, and the errors of Query.
func (s *Service) Continue(ctx context.Context, by *auth.Identity, at Continuation, cells bool) (_ *Answer, err error) {
	defer errs.Wrap(&err, "bioindex.Continue(%q, page %d)", at.Index, at.Page)
	began := time.Now()
	x, o, err := s.askOn(ctx, by, at)
	if err != nil {
		return nil, err
	}
	return s.page(ctx, x, o, at, cells, began)
}

// askOn opens the build of a continuation.
func (s *Service) askOn(ctx context.Context, by *auth.Identity, at Continuation) (*Index, *opened, error) {
	x, o, err := s.ask(ctx, by, at.Index)
	if err != nil {
		return nil, nil, err
	}
	if at.Build != o.build.ID {
		return nil, nil, errs.New(errs.Conflict, "rebuilt", "This index was built again since the first page. Ask from the first page again.")
	}
	return x, o, nil
}

// valuesOf returns the values of a query. One text may hold all of them separated by commas, unless
// the schema takes a single value.
func valuesOf(schema tableindex.Schema, q []string) []string {
	if len(q) == 1 && schema.Arity() > 1 {
		return tableindex.SplitValues(q[0])
	}
	return q
}

// parse reads the values of a query by the schema and the genome build of an index;
// genes is the SHA-256 of the list that placed a gene in it, "" without one.
func (s *Service) parse(ctx context.Context, o *opened, values []string, flank int64) (q tableindex.Query, genes string, err error) {
	about := o.About()
	names := &placing{ctx: ctx, lists: s.cfg.Genes, build: about.Build, flank: int32(min(max(flank, 0), math.MaxInt32))}
	q, err = about.Schema.ParseQuery(values, about.Build, names)
	return q, names.list, queryFault(err)
}

// placing looks names up in the genes of a genome build, which are loaded when there is a name, and
// notes the list that placed it.
type placing struct {
	ctx   context.Context
	lists gene.Lists
	build genome.Build
	flank int32
	list  string // its SHA-256
}

// Build implements tableindex.Resolver.
func (p *placing) Build() genome.Build { return p.build }

// Place implements tableindex.Resolver.
func (p *placing) Place(name string) (genome.Region, error) {
	list, err := p.lists(p.ctx, p.build)
	if err != nil {
		return genome.Region{}, err
	}
	if list == nil {
		return genome.Region{}, &tableindex.UnknownNameError{Name: errs.Shortened(name, 60), Build: p.build}
	}
	p.list = list.Origin.SHA256
	return tableindex.Genes{List: list, Flank: p.flank}.Place(name)
}

// page reads a page of rows.
func (s *Service) page(ctx context.Context, x *Index, o *opened, at Continuation, cells bool, began time.Time) (*Answer, error) {
	q, genes, err := s.parse(ctx, o, at.Values, at.Flank)
	if err != nil {
		return nil, err
	}
	if at.Page > 1 && at.Genes != genes {
		return nil, errs.New(errs.Conflict, "genes_changed", "Another list of genes was installed since the first page. Ask from the first page again.")
	}
	at.Genes = genes
	q.Limit = at.Left
	a := &Answer{
		Index: x, Build: o.build, Values: at.Values, Format: at.Format, Page: at.Page, Limit: at.Limit, Read: at.Read, QueryTime: time.Since(began),
	}
	if q.Locus != nil {
		a.Region = q.Locus.String()
	}
	fetch := time.Now()
	next, err := a.fill(ctx, o, q, at, cells)
	if err != nil {
		return nil, s.unreadable(queryFault(err))
	}
	a.FetchTime = time.Since(fetch)
	s.times.add(o.build.ID, a.QueryTime+a.FetchTime)
	if a.Done {
		return a, nil
	}
	n := int64(len(a.JSON) + len(a.Cells))
	at.Place, at.Page, at.Read = next, at.Page+1, a.Read
	if at.Left != NoLimit {
		at.Left -= n
	}
	a.Continuation, err = s.sign(ctx, at)
	return a, err
}

// The JSON rows of a page are stored in chunks of these sizes.
const (
	leastText = 2 << 10
	mostText  = 64 << 10
)

// fill reads rows until the page has its bytes, and one more row to see whether another page
// follows.
func (a *Answer) fill(ctx context.Context, o *opened, q tableindex.Query, at Continuation, cells bool) (next tableindex.Place, err error) {
	var bytes int64
	var text []byte // of rows, one after another
	var longest int
	for row, err := range o.Rows(ctx, q, at.Place) {
		if err != nil {
			return 0, err
		}
		if bytes >= at.Bytes {
			return next, nil
		}
		size := int64(len(row.Line)) + 1
		if cells {
			a.Cells = append(a.Cells, row.Cells())
		} else {
			if cap(text)-len(text) < longest {
				text = make([]byte, 0, max(min(2*cap(text), mostText), leastText, longest))
			}
			begin := len(text)
			text = row.AppendJSON(text)
			a.JSON = append(a.JSON, text[begin:len(text):len(text)])
			longest = max(longest, len(text)-begin)
			size = int64(len(text) - begin)
		}
		bytes += size
		a.Read += size
		next = row.Next
	}
	a.Done = true
	return 0, nil
}

// Count returns the number of rows that a query finds.
func (s *Service) Count(ctx context.Context, by *auth.Identity, id string, q Query) (n int64, values []string, err error) {
	defer errs.Wrap(&err, "bioindex.Count(%q)", id)
	_, o, err := s.ask(ctx, by, id)
	if err != nil {
		return 0, nil, err
	}
	values = valuesOf(o.About().Schema, q.Values)
	query, _, err := s.parse(ctx, o, values, q.Flank)
	if err != nil {
		return 0, nil, err
	}
	n, err = o.Count(ctx, query)
	return n, values, s.unreadable(queryFault(err))
}

// queryFault converts a query error to the kind and the sentence for people. Other errors stay
// unchanged.
func queryFault(err error) error {
	var (
		arity  *tableindex.ArityError
		value  *tableindex.ValueError
		column *tableindex.ColumnError
		name   *tableindex.UnknownNameError
		contig *tableindex.UnknownContigError
	)
	rule := func(code string, err error) error {
		return errs.New(errs.Rule, code, "%s", err).WithFields(errs.Field{Field: "q", Message: err.Error()})
	}
	switch {
	case errors.As(err, &arity):
		return rule("wrong_values", arity)
	case errors.As(err, &value):
		return rule("bad_value", value)
	case errors.As(err, &column):
		return rule("unknown_column", column)
	case errors.As(err, &name):
		return errs.New(errs.NotFound, "unknown_gene", "%s", name)
	case errors.As(err, &contig):
		return errs.New(errs.NotFound, "unknown_chromosome", "%s", contig)
	case errors.Is(err, tableindex.ErrPlace):
		return errs.New(errs.Invalid, "bad_token", "This page token is invalid. Start again at the first page.").Because(err)
	}
	return err
}
