package attack

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cohortium/internal/app"
	"cohortium/internal/app/console"
)

const password = "walnut tractor eleven moss"

// silence is the longest that a program may take to start or to end.
const silence = time.Minute

// installation is where programs keep their data: a folder, and the addresses of database and
// files, "" for those in the folder.
type installation struct {
	t               *testing.T
	dir             string
	database, blobs string
	change          func(cmd *exec.Cmd) // what a server is started with, nil for as the test is
}

// onBothStacks runs a test on each of the two kinds of storage.
func onBothStacks(t *testing.T, test func(t *testing.T, in *installation)) {
	t.Helper()
	t.Parallel()
	t.Run("SQLite and folder", func(t *testing.T) {
		t.Parallel()
		test(t, &installation{t: t, dir: t.TempDir()})
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		test(t, &installation{t: t, dir: t.TempDir(), database: cluster.Database(t), blobs: buckets.Bucket(t)})
	})
}

func (in *installation) address() string {
	if in.database != "" {
		return in.database
	}
	return "sqlite://" + filepath.ToSlash(filepath.Join(in.dir, "cohortium.db"))
}

func (in *installation) storage() []string {
	args := []string{"--data", in.dir}
	if in.database != "" {
		args = append(args, "--database-url", in.database, "--blob-url", in.blobs)
	}
	return args
}

// command runs a command in this process and returns its status and its output.
func (in *installation) command(stdin string, args ...string) (int, string) {
	in.t.Helper()
	var out bytes.Buffer
	status := app.Run(&console.Env{Ctx: in.t.Context(), Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &out}, append(args, in.storage()...))
	return status, out.String()
}

// person creates an account.
func (in *installation) person(name, role string) {
	in.t.Helper()
	if status, out := in.command(password+"\n", "user", "create", "--username", name, "--role", role, "--password-stdin"); status != 0 {
		in.t.Fatalf("user create: %d %s", status, out)
	}
}

// program is a running server.
type program struct {
	in    *installation
	cmd   *exec.Cmd
	base  string
	ended chan error
	mu    sync.Mutex
	log   bytes.Buffer
}

// launch starts a server without waiting for it to listen.
func (in *installation) launch(args ...string) (*program, <-chan string) {
	in.t.Helper()
	p := &program{in: in, ended: make(chan error, 1)}
	args = append(append([]string{"serve", "--listen", "127.0.0.1:0", "--workers", "2"}, in.storage()...), args...)
	p.cmd = exec.CommandContext(context.WithoutCancel(in.t.Context()), os.Args[0], args...)
	p.cmd.Env = append(os.Environ(), envProgram+"=1")
	if in.change != nil {
		in.change(p.cmd)
	}
	lines, err := p.cmd.StderrPipe()
	must(in.t, err)
	must(in.t, p.cmd.Start())
	listening := make(chan string, 1)
	go func() {
		for s := bufio.NewScanner(lines); s.Scan(); {
			p.mu.Lock()
			p.log.WriteString(s.Text() + "\n")
			p.mu.Unlock()
			var entry struct{ Msg, Address string }
			if json.Unmarshal(s.Bytes(), &entry) == nil && entry.Msg == "listening" {
				listening <- "http://" + entry.Address
			}
		}
		p.ended <- p.cmd.Wait()
	}()
	in.t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		if in.t.Failed() {
			in.t.Logf("log of a server:\n%.20000s", p.said())
		}
	})
	return p, listening
}

// serve starts a server and waits until it listens.
func (in *installation) serve(args ...string) *program {
	in.t.Helper()
	p, listening := in.launch(args...)
	select {
	case p.base = <-listening:
	case err := <-p.ended:
		in.t.Fatalf("the server ended with %v:\n%s", err, p.said())
	case <-time.After(silence):
		in.t.Fatalf("the server does not listen:\n%s", p.said())
	}
	return p
}

// said returns the log so far.
func (p *program) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// wait waits until the server has ended by itself.
func (p *program) wait(t *testing.T) error {
	t.Helper()
	select {
	case err := <-p.ended:
		p.ended <- err
		return err
	case <-time.After(silence):
		t.Fatalf("the server does not end:\n%s", p.said())
		return nil
	}
}

func (p *program) stop(t *testing.T) {
	t.Helper()
	must(t, p.cmd.Process.Signal(syscall.SIGTERM))
	if err := p.wait(t); err != nil {
		t.Errorf("asked to stop, the server ended with %v", err)
	}
}

func (p *program) kill(t *testing.T) {
	t.Helper()
	must(t, p.cmd.Process.Kill())
	_ = p.wait(t)
}

// answer is the response of a server.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) problem() (p struct{ Code, Detail string }) {
	_ = json.Unmarshal(a.body, &p)
	return p
}

// caller calls a server by cookie or token.
type caller struct {
	base   string
	header map[string]string
}

var client = &http.Client{
	Timeout: silence, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// signIn opens a session; it outlives the process that made it.
func signIn(t *testing.T, base, name string) *caller {
	t.Helper()
	c := &caller{base: base, header: map[string]string{}}
	a := c.want(t, 200, http.MethodPost, "/api/login", map[string]string{"user_name": name, "password": password}, nil)
	c.header["Cookie"], _, _ = strings.Cut(a.header.Get("Set-Cookie"), ";")
	return c
}

// try sends a body, unchanged when it is bytes and as JSON otherwise.
func (c *caller) try(ctx context.Context, method, path string, body any, header map[string]string) (answer, error) {
	kind, content := "application/octet-stream", io.Reader(http.NoBody)
	switch b := body.(type) {
	case nil:
	case []byte:
		content = bytes.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return answer{}, err
		}
		kind, content = "application/json", bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", kind)
	for _, set := range []map[string]string{c.header, header} {
		for name, value := range set {
			req.Header.Set(name, value)
		}
	}
	resp, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, text}, err
}

// call is try with a required response.
func (c *caller) call(t *testing.T, method, path string, body any, header map[string]string) answer {
	t.Helper()
	a, err := c.try(t.Context(), method, path, body, header)
	must(t, err)
	return a
}

// want is like call, with the wanted status; the answer is read into out unless that is nil.
func (c *caller) want(t *testing.T, status int, method, path string, body, out any) answer {
	t.Helper()
	a := c.call(t, method, path, body, nil)
	if a.status != status {
		t.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
	}
	if out != nil {
		must(t, json.Unmarshal(a.body, out))
	}
	return a
}

// await repeats a request until the answer is good.
func (c *caller) await(t *testing.T, path string, good func(answer) bool) answer {
	t.Helper()
	end := time.Now().Add(silence)
	for {
		a := c.call(t, http.MethodGet, path, nil, nil)
		if good(a) {
			return a
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %d %s after %s", path, a.status, a.body, silence)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func tus(more ...string) map[string]string {
	h := map[string]string{"Tus-Resumable": "1.0.0"}
	for i := 0; i < len(more); i += 2 {
		h[more[i]] = more[i+1]
	}
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// names are numbered, and no two are alike.
func named(what string, n int64) string { return fmt.Sprintf("%s %06d", what, n) }
