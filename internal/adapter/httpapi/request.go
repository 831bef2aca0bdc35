package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/table"
)

// checkRequest compares a request with the contract and bounds its size. It returns the
// request with the whole body read, and its time bounded from then on unless it is answered
// with a file.
func (s *server) checkRequest(w http.ResponseWriter, r *http.Request, op *operation) (checked *http.Request, done func(), err error) {
	r.Body = http.MaxBytesReader(w, r.Body, op.maxBody())
	if err := s.contract.checkParameters(op, r); err != nil {
		return nil, nil, err
	}
	body, err := s.checkBody(r, op)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := r.Context(), func() {}
	if !op.streams {
		ctx, cancel = context.WithTimeout(ctx, s.requestTime())
	}
	r = r.WithContext(ctx)
	r.Body = body
	return r, func() { cancel(); body.Close() }, nil
}

// checkBody reads the body and compares it with the contract.
func (s *server) checkBody(r *http.Request, op *operation) (io.ReadCloser, error) {
	if op.RequestBody == nil {
		return r.Body, nil
	}
	sent, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	media, takes := op.RequestBody.Content[sent]
	if err != nil || !takes {
		return nil, unsupported(r.Header.Get("Content-Type"))
	}
	if sent != "application/json" {
		return readBody(r.Body, s.Config.TempDir)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, malformed(err)
	}
	value, err := decodeJSON(text)
	if err != nil {
		return nil, err
	}
	switch op.ID {
	case "login":
		text = lenientLogin(value, "user_name", "password", "group", "code")
	case "userServiceLogin":
		text = lenientLogin(value, "username", "password", "group", "code")
	default:
		f := new(faults)
		s.contract.check(media.Schema, value, "", f)
		if err := f.err(); err != nil {
			return nil, err
		}
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

func unsupported(contentType string) error {
	return errs.New(errs.Unsupported, "unsupported_type", "This address does not take content of type %.60q.", contentType)
}

// lenientLogin makes of any JSON value a sign-in that can be tried: whatever is
// no text is empty, and refused like a wrong password, with the same work.
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

// checkParameters compares path, query and header parameters with the contract.
// Those in the address that the contract does not name are ignored.
func (c *contract) checkParameters(op *operation, r *http.Request) error {
	f := new(faults)
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return malformed(err)
	}
	for _, p := range op.Parameters {
		var values []string
		switch p.In {
		case "query":
			values = query[p.Name]
		case "path":
			values = []string{r.PathValue(p.Name)}
		case "header":
			values = r.Header.Values(p.Name)
		}
		if len(values) == 0 {
			if p.Required && p.In == "header" {
				return errs.New(errs.Invalid, "missing_header", "This request lacks the header %s.", p.Name)
			}
			if p.Required {
				f.broken(p.Name, "Fill this in.")
			}
			continue
		}
		c.checkParameter(p, values, f)
	}
	return f.err()
}

func (c *contract) checkParameter(p *parameter, values []string, f *faults) {
	s := c.resolve(p.Schema)
	if s.Type == "array" {
		for _, v := range values {
			c.check(s.Items, v, p.Name, f)
		}
		return
	}
	if len(values) > 1 {
		f.misshapen(p.Name, "This parameter is repeated.")
		return
	}
	if s.Type == "integer" {
		if _, err := strconv.ParseInt(values[0], 10, 64); err != nil {
			f.broken(p.Name, "A whole number is expected.")
			return
		}
		c.check(s, json.Number(values[0]), p.Name, f)
		return
	}
	if s.Type == "boolean" {
		if values[0] != "true" && values[0] != "false" {
			f.misshapen(p.Name, "true or false is expected.")
		}
		return
	}
	c.check(s, values[0], p.Name, f)
}

// maxBody bounds the body of a request. For a table it is one byte more than is
// taken, so that the domain can tell one that is too large.
func (op *operation) maxBody() int64 {
	switch op.ID {
	case "checkSgcFile", "putSgcFile", "previewDatasetBatch", "createDatasetBatch", "checkHermesMetadata":
		return table.MaxBytes + 1
	case "createPage", "checkPage", "savePageDraft": // a document, and a little around it
		return page.MaxDocument + 64<<10
	}
	return maxBody
}
