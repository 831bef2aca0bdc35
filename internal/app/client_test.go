package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
)

const testPassword = "walnut tractor eleven moss"

// localSettings returns the settings of a server on 127.0.0.1 with all data in a folder.
func localSettings(t *testing.T) config.Settings {
	t.Helper()
	s := withoutPages(localStorage(t.TempDir()))
	s.Workers = 2
	s.Listen, s.MaxUploadBytes, s.ChunkBytes = "127.0.0.1:0", 1<<30, 8<<20
	return s
}

// onBothStacks runs a test on both kinds of storage, in parallel.
func onBothStacks(t *testing.T, test func(t *testing.T, settings config.Settings)) {
	t.Helper()
	t.Run("SQLite and folder", func(t *testing.T) {
		t.Parallel()
		test(t, localSettings(t))
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		settings := localSettings(t)
		settings.DatabaseURL, settings.BlobURL = cluster.Database(t), objects.Bucket(t)
		test(t, settings)
	})
}

func localStorage(dir string) config.Storage { return config.Storage{Data: dir} }

// addPeople creates an uploader and a reviewer before the server starts.
func addPeople(t *testing.T, s config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	must(t, err)
	for _, role := range []string{"uploader", "reviewer"} {
		_, err := k.auth.CreateUser(t.Context(), auth.NewUser{UserName: role, Password: testPassword, Roles: []string{role}})
		must(t, err)
	}
	must(t, k.Close())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// person is a signed-in user of a server whose port may change.
type person struct {
	base   string
	cookie string
	trace  string // traceparent of all calls, "" for none
}

// signIn opens a session, which outlives the server process.
func signIn(t *testing.T, base, name string) *person {
	t.Helper()
	p := &person{base: base}
	answer := p.call(t, http.MethodPost, "/api/login", map[string]string{"user_name": name, "password": testPassword}, nil)
	if answer.status != http.StatusOK {
		t.Fatalf("sign in as %s: %d %s", name, answer.status, answer.body)
	}
	p.cookie, _, _ = strings.Cut(answer.header.Get("Set-Cookie"), ";")
	return p
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

// text returns the messages of the answer: its own and those of its fields.
func (r reply) text() string {
	var e struct {
		Detail string
		Fields []struct{ Message string }
	}
	if json.Unmarshal(r.body, &e) != nil {
		return string(r.body)
	}
	parts := []string{e.Detail}
	for _, f := range e.Fields {
		parts = append(parts, f.Message)
	}
	return strings.Join(parts, " ")
}

// call sends a body: bytes unchanged, anything else as JSON.
func (p *person) call(t *testing.T, method, path string, body any, header map[string]string) reply {
	t.Helper()
	r, err := p.try(t.Context(), method, path, body, header)
	must(t, err)
	return r
}

func (p *person) try(ctx context.Context, method, path string, body any, header map[string]string) (reply, error) {
	kind, content := "application/octet-stream", io.Reader(nil)
	switch b := body.(type) {
	case nil:
	case []byte:
		content = bytes.NewReader(b)
	case io.Reader:
		content = b
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return reply{}, err
		}
		kind, content = "application/json", bytes.NewReader(text)
	}
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, p.base+path, content)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Cookie", p.cookie)
	if p.trace != "" {
		req.Header.Set("Traceparent", p.trace)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, resp.Header, text}, err
}

// want makes a call, expects a status and decodes the answer into out, if not nil.
func (p *person) want(t *testing.T, status int, method, path string, body, out any) {
	t.Helper()
	r := p.call(t, method, path, body, nil)
	if r.status != status {
		t.Fatalf("%s %s: %d %s", method, path, r.status, r.body)
	}
	if out != nil {
		must(t, json.Unmarshal(r.body, out))
	}
}

// begin declares an upload and returns its path.
func (p *person) begin(t *testing.T, name string, size int) string {
	t.Helper()
	r := p.call(t, http.MethodPost, "/api/uploads/", nil, map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Length": strconv.Itoa(size),
		"Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte(name)),
	})
	if r.status != http.StatusCreated {
		t.Fatalf("begin the upload of %s: %d %s", name, r.status, r.body)
	}
	return r.header.Get("Location")
}

func partHeader(offset int64) map[string]string {
	return map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Offset": strconv.FormatInt(offset, 10), "Content-Type": "application/offset+octet-stream",
	}
}

// offset returns how many bytes of an upload the server has.
func (p *person) offset(t *testing.T, path string) int64 {
	t.Helper()
	r := p.call(t, http.MethodHead, path, nil, map[string]string{"Tus-Resumable": "1.0.0"})
	n, err := strconv.ParseInt(r.header.Get("Upload-Offset"), 10, 64)
	if err != nil {
		t.Fatalf("offset of %s: %d %v", path, r.status, r.header)
	}
	return n
}

// upload uploads a complete file and returns its id for registration.
func (p *person) upload(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := p.begin(t, name, len(content))
	if len(content) > 0 {
		if r := p.call(t, http.MethodPatch, path, content, partHeader(0)); r.status != http.StatusNoContent {
			t.Fatalf("send %s: %d %s", name, r.status, r.body)
		}
	}
	return strings.TrimPrefix(path, "/api/uploads/")
}

// subject is the part of a data set or meta-analysis that tests read.
type subject struct {
	ID     string
	Status string
	Error  string
	Run    struct {
		ID, Error string
	}
	History    []struct{ Action, Detail string }
	Files      []struct{ Name string }
	Actions    map[string]struct{ Allowed bool }
	SameFileAs []struct{ ID string } `json:"same_file_as"`
}

func registration(fileID, name string, mapping map[string]string) map[string]any {
	return map[string]any{"upload_id": fileID, "metadata": hermestest.Metadata(name, "Cohort "+name), "mapping": mapping}
}

// register creates a data set from hermestest's statistics.
func (p *person) register(t *testing.T, name string, seed uint64) string {
	t.Helper()
	fileID := p.upload(t, name+".tsv", hermestest.Sumstats(4400, seed))
	var d subject
	p.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/uploads", registration(fileID, name, hermestest.Mapping()), &d)
	return d.ID
}

// await polls an object until it has one of the statuses.
func (p *person) await(t *testing.T, path string, limit time.Duration, statuses ...string) subject {
	t.Helper()
	end := time.After(limit)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var d subject
		p.want(t, http.StatusOK, http.MethodGet, path, nil, &d)
		for _, s := range statuses {
			if d.Status == s {
				return d
			}
		}
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("%s is %s after %s (%s), want %v", path, d.Status, limit, d.Error+d.Run.Error, statuses)
		}
	}
}
