package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// remote is a server called with an API token.
type remote struct {
	base   string // without a trailing slash
	token  string
	client *http.Client
	wait   func(ctx context.Context, d time.Duration) error // before a retry
}

// refusal is a server's error answer.
type refusal struct {
	Status     int    `json:"-"`
	Detail     string `json:"detail"`
	Fields     []struct{ Field, Message string }
	RequestID  string        `json:"request_id"`
	RetryAfter time.Duration `json:"-"`
}

// Error returns the messages for users.
func (r *refusal) Error() string {
	parts := []string{r.Detail}
	for _, f := range r.Fields {
		if f.Message != r.Detail {
			parts = append(parts, strings.TrimPrefix(f.Field, "metadata.")+": "+f.Message)
		}
	}
	if r.Status >= 500 {
		parts = append(parts, "Reference "+r.RequestID+".")
	}
	return strings.Join(parts, " ")
}

// mayPass reports whether a later retry may succeed.
func mayPass(err error) bool {
	var r *refusal
	if errors.As(err, &r) {
		return r.Status == http.StatusTooManyRequests || r.Status >= 500
	}
	return err != nil && !errors.Is(err, context.Canceled)
}

const remoteTries = 6

// patiently retries a call while the fault may be temporary, after the delay that the server
// requests or with growing delays.
func (r *remote) patiently(ctx context.Context, call func() error) error {
	delay := time.Second
	for tries := 1; ; tries++ {
		err := call()
		if !mayPass(err) || tries == remoteTries {
			return err
		}
		var refused *refusal
		if errors.As(err, &refused) && refused.RetryAfter > 0 {
			delay = refused.RetryAfter
		}
		if stopped := r.wait(ctx, delay); stopped != nil {
			return stopped
		}
		delay *= 2
	}
}

// ask sends JSON, or nothing for a nil body, and decodes the answer into out.
func (r *remote) ask(ctx context.Context, method, path string, body, out any) error {
	return r.patiently(ctx, func() error {
		var content io.Reader
		header := http.Header{}
		if body != nil {
			text, err := json.Marshal(body)
			if err != nil {
				return err
			}
			content = bytes.NewReader(text)
			header.Set("Content-Type", "application/json")
		}
		resp, err := r.send(ctx, method, path, content, header)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
			return fmt.Errorf("%s did not answer as a Cohortium server does; check --server", r.base)
		}
		return nil
	})
}

// send makes one request; an error answer is an error.
func (r *remote) send(ctx context.Context, method, path string, body io.Reader, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, body)
	if err != nil {
		return nil, err
	}
	req.Header = header
	req.Header.Set("Authorization", "Bearer "+r.token)
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be reached: %w", r.base, err)
	}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close()
	refused := &refusal{Status: resp.StatusCode}
	if json.NewDecoder(resp.Body).Decode(refused) != nil || refused.Detail == "" {
		refused.Detail = fmt.Sprintf("The server answered %s.", resp.Status)
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return nil, refused
}

// pendingFile is an unregistered file of the account on the server.
type pendingFile struct {
	ID       string
	FileName string `json:"file_name"`
	Size     int64
	SHA256   string
	Complete bool
}

func (r *remote) pending(ctx context.Context) ([]pendingFile, error) {
	var list struct{ Items []pendingFile }
	err := r.ask(ctx, http.MethodGet, "/api/uploads/", nil, &list)
	return list.Items, err
}

// upload uploads a file and returns the server's id for it. It resumes an earlier upload, and sends
// nothing if the file is complete.
func (r *remote) upload(ctx context.Context, path, sum string, chunk int64, progress func(sent, size int64)) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	id, err := r.begin(ctx, filepath.Base(path), info.Size(), sum)
	if err != nil {
		return "", err
	}
	for {
		at, err := r.offset(ctx, id)
		if err != nil {
			return "", err
		}
		progress(at, info.Size())
		if at == info.Size() {
			break
		}
		part := io.NewSectionReader(file, at, min(chunk, info.Size()-at))
		if err := r.part(ctx, id, at, part); err != nil {
			return "", err
		}
	}
	held, err := r.pending(ctx)
	for _, f := range held {
		if f.ID == id && f.SHA256 != sum {
			return "", errors.New("what the server holds is not this file: it was changed while it was sent. Send it again")
		}
	}
	return id, err
}

// begin finds an existing upload of a file, or declares a new one.
func (r *remote) begin(ctx context.Context, name string, size int64, sum string) (string, error) {
	held, err := r.pending(ctx)
	if err != nil {
		return "", err
	}
	for _, f := range held {
		if f.FileName == name && f.Size == size && (!f.Complete || f.SHA256 == sum) {
			return f.ID, nil
		}
	}
	header := http.Header{"Tus-Resumable": {"1.0.0"}, "Upload-Length": {strconv.FormatInt(size, 10)},
		"Upload-Metadata": {"filename " + base64.StdEncoding.EncodeToString([]byte(name))}}
	resp, err := r.send(ctx, http.MethodPost, "/api/uploads/", nil, header)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	place, err := url.Parse(resp.Header.Get("Location"))
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(place.Path, "/api/uploads/"), nil
}

// offset returns how many bytes of a file the server has.
func (r *remote) offset(ctx context.Context, id string) (at int64, err error) {
	err = r.patiently(ctx, func() error {
		resp, err := r.send(ctx, http.MethodHead, "/api/uploads/"+id, nil, http.Header{"Tus-Resumable": {"1.0.0"}})
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		at, err = strconv.ParseInt(resp.Header.Get("Upload-Offset"), 10, 64)
		return err
	})
	return at, err
}

// part sends the next bytes. It ignores temporary faults: the caller asks for the offset and
// continues there.
func (r *remote) part(ctx context.Context, id string, at int64, part io.Reader) error {
	header := http.Header{"Tus-Resumable": {"1.0.0"}, "Upload-Offset": {strconv.FormatInt(at, 10)}, "Content-Type": {"application/offset+octet-stream"}}
	resp, err := r.send(ctx, http.MethodPatch, "/api/uploads/"+id, part, header)
	if err == nil {
		return resp.Body.Close()
	}
	if !mayPass(err) {
		return err
	}
	return r.wait(ctx, time.Second)
}

// sleep waits, or ends with the context.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
