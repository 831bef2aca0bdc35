package indexapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/errs"
)

// queryTime is the time limit of one page of an answer.
const queryTime = 30 * time.Second

// QueryIndex serves GET and HEAD /api/bio/query/{id}.
func (s *Server) QueryIndex(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), queryTime)
	defer cancel()
	values := r.URL.Query()
	q, err := indexQuery(values)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	if r.Method == http.MethodHead {
		s.headIndex(ctx, w, r, q)
		return
	}
	if q.Format, err = answerFormat(values.Get("fmt"), r.Header.Get("Accept")); err != nil {
		s.Fail(w, r, err)
		return
	}
	q.Cells = q.Format == formatCSV
	a, err := s.Indexes.Query(ctx, request.Identity(r.Context()), r.PathValue("id"), q)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.sendRows(w, r, a)
}

func (s *Server) headIndex(ctx context.Context, w http.ResponseWriter, r *http.Request, q bioindex.Query) {
	n, _, err := s.Indexes.Count(ctx, request.Identity(r.Context()), r.PathValue("id"), q)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Set("Rows-Total", strconv.FormatInt(n, 10))
	w.WriteHeader(http.StatusOK)
}

// ContinueIndex serves GET /api/bio/cont.
func (s *Server) ContinueIndex(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), queryTime)
	defer cancel()
	by := request.Identity(r.Context())
	at, err := s.Indexes.Continuation(ctx, r.URL.Query().Get("token"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	began := time.Now()
	var answer any
	switch at.Kind {
	case bioindex.RowPages:
		var a *bioindex.Answer
		if a, err = s.Indexes.Continue(ctx, by, at, at.Format == formatCSV); err == nil {
			s.sendRows(w, r, a)
			return
		}
	case bioindex.Matches:
		var p *bioindex.MatchPage
		if p, err = s.Indexes.ContinueMatch(ctx, by, at); err == nil {
			answer = s.bioMatchOf(p, began)
		}
	default:
		var p *bioindex.KeyPage
		if p, err = s.Indexes.ContinueKeys(ctx, by, at); err == nil {
			answer = s.bioKeysOf(p)
		}
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.WriteJSON(w, r, http.StatusOK, answer)
}

// indexQuery parses the parameters of a query, whose form the contract has checked.
func indexQuery(values url.Values) (bioindex.Query, error) {
	q := bioindex.Query{Values: values["q"], Limit: bioindex.NoLimit}
	if len(q.Values) == 0 {
		return q, errs.AtField("q", "A query has values: q= with those of the keys, and a region or gene where the index has positions.")
	}
	for name, to := range map[string]*int64{"limit": &q.Limit, "bytes": &q.Bytes, "flank": &q.Flank} {
		text := values.Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return q, errs.AtField(name, "A whole number is expected.")
		}
		*to = n
	}
	return q, nil
}

// CountIndexRows implements GET /api/bio/count/{id}.
func (s *Server) CountIndexRows(ctx context.Context, in openapi.CountIndexRowsRequestObject) (openapi.CountIndexRowsResponseObject, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	n, values, err := s.Indexes.Count(
		ctx,
		request.Identity(ctx),
		in.Id,
		bioindex.Query{Values: request.OrZero(in.Params.Q), Flank: request.OrZero(in.Params.Flank)},
	)
	if err != nil {
		return nil, err
	}
	return openapi.CountIndexRows200JSONResponse{
		Index: in.Id, Q: values, Count: n, Exact: view.Ptr(true), Nonce: s.NewID(), Profile: openapi.BioProfile{Query: time.Since(began).Seconds()},
	}, nil
}

// MatchIndexKeys implements GET /api/bio/match/{id}.
func (s *Server) MatchIndexKeys(ctx context.Context, in openapi.MatchIndexKeysRequestObject) (openapi.MatchIndexKeysResponseObject, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	p, err := s.Indexes.Match(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Q), valuesOnPage(in.Params.Limit))
	if err != nil {
		return nil, err
	}
	return openapi.MatchIndexKeys200JSONResponse(s.bioMatchOf(p, began)), nil
}

// ListIndexKeys implements GET /api/bio/keys/{id}.
func (s *Server) ListIndexKeys(ctx context.Context, in openapi.ListIndexKeysRequestObject) (openapi.ListIndexKeysResponseObject, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	p, err := s.Indexes.Keys(ctx, request.Identity(ctx), in.Id, valuesOnPage(in.Params.Limit))
	if err != nil {
		return nil, err
	}
	return openapi.ListIndexKeys200JSONResponse(s.bioKeysOf(p)), nil
}

func valuesOnPage(limit *int) int {
	if limit == nil {
		return 100
	}
	return *limit
}

func (s *Server) bioMatchOf(p *bioindex.MatchPage, began time.Time) openapi.BioMatch {
	return openapi.BioMatch{
		Index: p.Index.ID, Q: p.Values, Count: int64(len(p.Data)), Page: p.Page, Limit: p.Limit, Data: append([]string{}, p.Data...),
		Continuation: view.Some(p.Continuation), Nonce: s.NewID(), Profile: openapi.BioProfile{Query: time.Since(began).Seconds()},
	}
}

func (s *Server) bioKeysOf(p *bioindex.KeyPage) openapi.BioKeys {
	return openapi.BioKeys{
		Index: p.Index.ID, Columns: p.Columns, Count: int64(len(p.Data)), Continuation: view.Some(p.Continuation), Nonce: s.NewID(),
		Data: append([][]string{}, p.Data...),
	}
}

// bioIndexes limits the list in the format of the BioIndex.
const bioIndexes = 500

// ListBioIndexes implements GET /api/bio/indexes.
func (s *Server) ListBioIndexes(ctx context.Context, _ openapi.ListBioIndexesRequestObject) (openapi.ListBioIndexesResponseObject, error) {
	page, err := s.Indexes.Indexes(ctx, request.Identity(ctx), bioindex.Filter{Limit: bioIndexes})
	if err != nil {
		return nil, err
	}
	var list []map[string]any
	for _, v := range page.Items {
		b := v.Live
		if b == nil {
			b = v.Newest
		}
		list = append(list, bioIndexOf(v, b))
	}
	out := openapi.ListBioIndexes200JSONResponse{Nonce: s.NewID(), Count: int64(len(list))}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		text = []byte("[]")
	}
	return out, json.Unmarshal(text, &out.Data)
}

func bioIndexOf(v *bioindex.View, b *bioindex.Build) map[string]any {
	parts := b.Definition.Parts()
	keys := view.Each(parts.Keys, func(columns []string) string { return strings.Join(columns, "|") })
	out := map[string]any{
		"index": v.ID, "name": v.Name, "built": nil, "schema": b.Definition.Schema, "compressed": true,
		"query": map[string]any{"keys": keys, "locus": parts.Locus != ""},
	}
	if v.Live != nil {
		out["built"] = v.Live.FinishedAt
	}
	if b.Definition.GenomeBuild != "" {
		out["genome_build"] = b.Definition.GenomeBuild
	}
	return out
}
