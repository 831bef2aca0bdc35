package upload

import (
	"encoding/json"
	"errors"
	"net/http"
	"path"
	"strings"

	"cohortium/internal/platform/errs"
)

// answer converts tusd's answers: errors in the format of the API, paths instead of addresses, and
// the headers of the extensions that tusd leaves out.
type answer struct {
	http.ResponseWriter
	service *Service
	request *http.Request
	call    *call
	status  int  // refused with this status; the sentence is not written yet
	done    bool // the head of the answer is sent
	refused bool // the answer was a refusal, with its sentence
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	h := a.Header()
	if !a.call.expires.IsZero() {
		h.Set("Upload-Expires", a.call.expires.UTC().Format(http.TimeFormat))
	}
	if location := h.Get("Location"); location != "" {
		h.Set("Location", Path+path.Base(location)) // whatever the name of the proxy in front
	}
	if a.request.Method == http.MethodOptions {
		h.Set("Tus-Extension", h.Get("Tus-Extension")+",expiration,checksum")
		h.Set("Tus-Checksum-Algorithm", "sha1,sha256")
	}
	switch {
	case status < http.StatusBadRequest:
		a.done = true
		a.ResponseWriter.WriteHeader(status)
	case a.call.problem != nil:
		a.fail(a.call.problem)
	case a.request.Method == http.MethodHead || status == http.StatusMethodNotAllowed:
		a.write(status, errs.New(errs.Invalid, strings.ToLower(strings.ReplaceAll(http.StatusText(status), " ", "_")), "%s.", http.StatusText(status)))
	default:
		a.status = status // the code comes with the body
	}
}

// Write implements io.Writer. For a refusal p is "CODE: sentence".
func (a *answer) Write(p []byte) (int, error) {
	if a.status == 0 {
		if a.refused {
			return len(p), nil // the sentence is sent already
		}
		return a.ResponseWriter.Write(p)
	}
	code, text, _ := strings.Cut(strings.TrimSpace(string(p)), ": ")
	said := a.service.sentence(code, text)
	if said.Kind == errs.Unsupported { // which tusd marks by its code only
		a.status = said.Kind.Status()
	}
	a.write(a.status, said)
	a.status = 0
	return len(p), nil
}

// sentence words tusd's refusals for people.
func (s *Service) sentence(code, text string) *errs.Error {
	switch code {
	case "ERR_MISMATCHED_OFFSET":
		return errs.New(errs.Conflict, "wrong_offset", "This part does not start at the offset of the upload. Request the offset and continue there.")
	case "ERR_MAX_SIZE_EXCEEDED":
		return errs.New(
			errs.TooLarge,
			"too_large",
			"The file is larger than the limit of %d bytes; compress it, or ask the operator to raise the limit.",
			s.opt.MaxBytes,
		)
	case "ERR_UPLOAD_SIZE_EXCEEDED":
		return errs.New(errs.TooLarge, "too_many_bytes", "There are more bytes than were declared for this file.")
	case "ERR_UNEXPECTED_EOF", "ERR_CONNECTION_RESET", "ERR_READ_TIMEOUT":
		return errs.New(errs.Invalid, "broken_off", "The request broke off; ask for the offset and continue there.")
	case "ERR_INVALID_CONTENT_TYPE":
		return errs.New(errs.Unsupported, "invalid_content_type", "The bytes of a file are sent as application/offset+octet-stream.")
	case "ERR_UNSUPPORTED_VERSION":
		return errVersion
	}
	if text == "" {
		text = "the request was refused"
	}
	return errs.New(errs.Invalid, strings.ToLower(strings.TrimPrefix(code, "ERR_")), "%s.", strings.ToUpper(text[:1])+text[1:])
}

// fail answers with an error in the format of the API.
func (a *answer) fail(err error) {
	a.call.problem = err
	status := statusOf(err)
	var known *errs.Error
	if !errors.As(err, &known) || known.Kind == errs.Internal {
		known = errs.New(errs.Internal, "internal", "Something went wrong on the server. Try again.")
	}
	if status >= http.StatusInternalServerError {
		a.service.opt.Log.ErrorContext(a.request.Context(), "upload request failed", "method", a.request.Method,
			"path", a.request.URL.Path, "request_id", a.Header().Get("X-Request-Id"), "err", err)
	}
	switch status {
	case http.StatusTooManyRequests:
		a.Header().Set("Retry-After", "60")
	case http.StatusServiceUnavailable:
		a.Header().Set("Retry-After", "5")
	}
	a.write(status, known)
}

func (a *answer) write(status int, e *errs.Error) {
	if a.done {
		return
	}
	a.done, a.refused = true, true
	fields := e.Fields
	if fields == nil {
		fields = []errs.Field{}
	}
	body, err := json.Marshal(map[string]any{
		"detail": e.Detail, "code": e.Code, "fields": fields, "request_id": a.Header().Get("X-Request-Id"),
	})
	if err != nil {
		status, body = http.StatusInternalServerError, nil
	}
	if status == http.StatusPreconditionFailed {
		a.Header().Set("Tus-Version", version)
	}
	a.Header().Set("Content-Type", "application/json")
	a.Header().Del("Content-Length")
	a.ResponseWriter.WriteHeader(status)
	if a.request.Method != http.MethodHead {
		_, _ = a.ResponseWriter.Write(body)
	}
}
