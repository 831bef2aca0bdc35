package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
)

// revisionOf returns the revision that grows with every change that a list may show, for the lists
// whose answers are cached; nil for all other operations.
func revisionOf(operation string) func(*auth.Revisions) int64 {
	switch operation {
	case "ListDatasets":
		return func(r *auth.Revisions) int64 { return r.Datasets }
	case "ListHermesUploads":
		return func(r *auth.Revisions) int64 { return r.Uploads }
	case "ListSgcCohorts":
		return func(r *auth.Revisions) int64 { return r.Cohorts }
	}
	return nil
}

// keptBytes limits the memory of cached answers with their keys; keptEntry is the overhead of each.
const (
	keptBytes = 16 << 20
	keptEntry = 512
)

// keptKey contains everything that an answer depends on: the caller, their rights, the query, and
// the revision of the list.
type keptKey struct {
	list     string
	rights   string
	query    string
	revision int64
}

func newKept() *cache.Cache[keptKey, keptAnswer] {
	return cache.NewWeighing(keptBytes, func(k keptKey, a keptAnswer) int { return keptEntry + len(k.rights) + len(k.query) + len(a) }, 0, nil)
}

// keep answers a list from the cache if nothing has changed since. The revision is read before the
// answer is computed, so that every later change invalidates it.
func (s *server) keep(next openapi.StrictHandlerFunc, operation string) openapi.StrictHandlerFunc {
	of := revisionOf(operation)
	if of == nil || s.Revisions == nil {
		return next
	}
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, asked any) (any, error) {
		id := request.Identity(ctx)
		revisions, err := s.revisions(ctx, id)
		if err != nil {
			return nil, err
		}
		key := keptKey{list: operation, rights: id.Rights(), query: r.URL.RawQuery, revision: of(revisions)}
		answer, err := s.kept.Get(ctx, key, func(ctx context.Context) (keptAnswer, error) {
			response, err := next(ctx, w, r, asked)
			if err != nil {
				return nil, err
			}
			var text bytes.Buffer
			err = json.NewEncoder(&text).Encode(response)
			return text.Bytes(), err
		})
		if err != nil {
			return nil, err
		}
		return answer, nil
	}
}

// revisions returns the revisions that were read with the caller's credential, or reads the current
// ones.
func (s *server) revisions(ctx context.Context, id *auth.Identity) (*auth.Revisions, error) {
	if r := id.Revisions(); r != nil {
		return r, nil
	}
	return s.Revisions(ctx)
}

// keptAnswer is the JSON of a list.
type keptAnswer []byte

// VisitListDatasetsResponse writes the answer.
func (a keptAnswer) VisitListDatasetsResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitListHermesUploadsResponse writes the answer.
func (a keptAnswer) VisitListHermesUploadsResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitListSgcCohortsResponse writes the answer.
func (a keptAnswer) VisitListSgcCohortsResponse(w http.ResponseWriter) error { return a.write(w) }

func (a keptAnswer) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(a)))
	_, err := w.Write(a)
	return err
}
