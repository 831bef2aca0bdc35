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

// revisionOf is the revision that grows whenever a list may tell anything else, of
// the lists whose answers are kept; nil for all other operations.
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

// keptBytes bounds the answers that are kept in memory, with what asks for them;
// keptEntry is what each takes beside its texts.
const (
	keptBytes = 16 << 20
	keptEntry = 512
)

// keptKey is all that an answer follows from: another caller, other rights,
// another question or a change of what the list tells make it another one.
type keptKey struct {
	list     string
	rights   string
	query    string
	revision int64
}

func newKept() *cache.Cache[keptKey, keptAnswer] {
	return cache.NewWeighing(keptBytes, func(k keptKey, a keptAnswer) int { return keptEntry + len(k.rights) + len(k.query) + len(a) }, 0, nil)
}

// keep answers a list as it was answered before, if nothing has changed since.
// The revision is older than the answer: whatever is changed later raises it.
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

// revisions are those that were read with the caller's credential, or else those of now.
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
