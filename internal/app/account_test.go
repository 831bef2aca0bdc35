package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/audit"
)

// command runs one command line on a data folder.
func command(t *testing.T, dir, stdin string, args ...string) (status int, out string) {
	t.Helper()
	var buf bytes.Buffer
	args = append(args, "--data", dir)
	status = Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(stdin), Stdout: &buf, Stderr: io.Discard}, args)
	return status, buf.String()
}

func TestARefusalIsShownOnce(t *testing.T) {
	var said bytes.Buffer
	args := []string{"user", "create", "--username", "alice", "--role", "user", "--password-stdin", "--data", t.TempDir()}
	status := Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(testPassword + "\n"), Stdout: io.Discard, Stderr: &said}, args)
	if n := strings.Count(said.String(), "There is no role user."); status != console.ExitFindings || n != 1 {
		t.Fatalf("status %d, said %d times:\n%s", status, n, said.String())
	}
}

func TestAccountsFromTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	if status, _ := command(
		t,
		dir,
		testPassword+"\n",
		"user",
		"create",
		"--username",
		"alice",
		"--role",
		"uploader",
		"--password-stdin",
	); status != console.ExitOK {
		t.Fatalf("user create: status %d", status)
	}
	status, text := command(t, dir, "", "token", "create", "--username", "alice", "--name", "nightly", "--scope", "read", "--scope", "upload")
	if status != console.ExitOK || !strings.HasPrefix(text, "coh_") || strings.Count(text, "\n") != 1 {
		t.Fatalf("token create: status %d, %q", status, text)
	}
	_, listed := command(t, dir, "", "token", "list", "--username", "alice")
	id := regexp.MustCompile(`(?m)^(\S+)\s+nightly\s+read,upload\s+\S+\s+never$`).FindStringSubmatch(listed)
	if id == nil || strings.Contains(listed, strings.TrimSpace(text)) {
		t.Fatalf("token list:\n%s", listed)
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"a token with a scope there is not": {[]string{"token", "create", "--username", "alice", "--name", "x", "--scope", "everything"}, console.ExitFindings, ""},
		"a token of nobody":                 {[]string{"token", "create", "--username", "bob", "--name", "x"}, console.ExitFindings, ""},
		"a link to choose a password":       {[]string{"user", "reset-link", "alice", "--base-url", "https://c.example.org"}, console.ExitOK, "https://c.example.org/login/reset#reset="},
		"no second factor to remove":        {[]string{"user", "reset-second-factor", "alice"}, console.ExitFindings, ""},
	} {
		if status, out := command(t, dir, "", c.args...); status != c.status || !strings.Contains(out, c.says) {
			t.Errorf("%s: status %d, want %d:\n%s", name, status, c.status, out)
		}
	}
	if status, _ := command(t, dir, "", "token", "revoke", id[1]); status != console.ExitOK {
		t.Errorf("token revoke: status %d", status)
	}
	if _, listed = command(t, dir, "", "token", "list", "--username", "alice"); strings.Contains(listed, "nightly") {
		t.Errorf("after revoking:\n%s", listed)
	}
	k, err := openStack(t.Context(), withoutPages(localStorage(dir)), newLog(io.Discard), tuning{})
	must(t, err)
	defer k.Close()
	page, err := k.audit.Search(t.Context(), audit.Filter{})
	must(t, err)
	for _, e := range page.Items {
		if e.Actor != "command line" {
			t.Errorf("entry %d is by %q", e.Seq, e.Actor)
		}
	}
}

func TestAServerWithoutAccountsOffersTheFirst(t *testing.T) {
	var out bytes.Buffer
	settings := localSettings(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s := server{settings: settings, log: newLog(io.Discard), started: func(ctx context.Context, k *stack, _ string) error {
		defer stop()
		return k.offerFirstAccount(ctx, &out)
	}}
	must(t, s.run(ctx))
	if !strings.Contains(out.String(), "/register#invitation=") {
		t.Errorf("it says:\n%s", out.String())
	}
	addPeople(t, settings)
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer k.Close()
	out.Reset()
	must(t, k.offerFirstAccount(t.Context(), &out))
	if out.Len() > 0 {
		t.Errorf("with accounts it still says:\n%s", out.String())
	}
}

func TestTheUserServiceAlone(t *testing.T) {
	settings := localSettings(t)
	addPeople(t, settings)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	status := map[string]int{}
	s := server{settings: settings, only: "user-service", log: newLog(io.Discard), started: func(ctx context.Context, _ *stack, base string) error {
		defer stop()
		for _, path := range []string{"/healthz", "/api/auth/verify/?group=sgc", "/api/hermes/uploads", "/hermes"} {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
			if err != nil {
				return err
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				return err
			}
			status[path] = answer.StatusCode
			if err := answer.Body.Close(); err != nil {
				return err
			}
		}
		return nil
	}}
	must(t, s.run(ctx))
	want := map[string]int{"/healthz": 200, "/api/auth/verify/?group=sgc": 401, "/api/hermes/uploads": 404, "/hermes": 404}
	for path, code := range want {
		if status[path] != code {
			t.Errorf("%s: status %d, want %d", path, status[path], code)
		}
	}
}
