package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"

	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/table"
)

// checkRequest checks a request against the contract and limits its size. It returns the request
// with the whole body read, and with a time limit unless the answer is a file.
func (s *server) checkRequest(w http.ResponseWriter, r *http.Request, op *contract.Operation) (checked *http.Request, done func(), err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBodyOf(op))
	if err := s.contract.CheckParameters(op, r); err != nil {
		return nil, nil, err
	}
	body, err := s.checkBody(r, op)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := r.Context(), func() {}
	if !op.Streams {
		ctx, cancel = context.WithTimeout(ctx, s.requestTime())
	}
	r = r.WithContext(ctx)
	r.Body = body
	return r, func() { cancel(); body.Close() }, nil
}

// checkBody reads the body and checks it against the contract.
func (s *server) checkBody(r *http.Request, op *contract.Operation) (io.ReadCloser, error) {
	if op.RequestBody == nil {
		return r.Body, nil
	}
	sent, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	media, takes := op.RequestBody.Content[sent]
	if err != nil || !takes {
		return nil, request.Unsupported(r.Header.Get("Content-Type"))
	}
	if sent != "application/json" {
		return readBody(r.Body, s.Config.TempDir)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, request.Malformed(err)
	}
	value, err := contract.DecodeJSON(text)
	if err != nil {
		return nil, err
	}
	switch op.ID {
	case "login":
		text = lenientLogin(value, "user_name", "password", "group", "code")
	case "userServiceLogin":
		text = lenientLogin(value, "username", "password", "group", "code")
	default:
		f := new(contract.Faults)
		s.contract.Check(media.Schema, value, "", f)
		if err := f.Err(); err != nil {
			return nil, err
		}
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

// lenientLogin converts any JSON value to a sign-in attempt. A value that is not a string becomes
// "", and is refused like a wrong password, with the same work.
func lenientLogin(value any, names ...string) []byte {
	object, _ := value.(map[string]any)
	out := make(map[string]any)
	for _, name := range names {
		text, _ := object[name].(string)
		if len(text) > 1024 {
			text = ""
		}
		out[name] = text
	}
	if remember, ok := object["remember"].(bool); ok {
		out["remember"] = remember
	}
	text, _ := json.Marshal(out) // strings and a bool always marshal
	return text
}

// maxBodyOf returns the limit of a request's body. For a table it is one byte more than accepted,
// so that the domain can detect a table that is too large.
func maxBodyOf(op *contract.Operation) int64 {
	switch op.ID {
	case "checkSgcFile", "putSgcFile", "previewDatasetBatch", "createDatasetBatch", "checkHermesMetadata":
		return table.MaxBytes + 1
	case "createPage", "checkPage", "savePageDraft": // a document, and a little more
		return page.MaxDocument + 64<<10
	}
	return contract.MaxBody
}
