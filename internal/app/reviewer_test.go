package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

// A second factor is optional by default: an account created on the command line signs in and
// works.
func TestAFreshReviewerWorksAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		flags []string
		want  int
	}{
		"by default":    {nil, http.StatusOK},
		"where it must": {[]string{"--require-second-factor", "admin,reviewer"}, http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if status, out := command(
				t,
				dir,
				testPassword+"\n",
				"user",
				"create",
				"--username",
				"rita",
				"--role",
				"reviewer",
				"--password-stdin",
			); status != console.ExitOK {
				t.Fatalf("user create: status %d: %s", status, out)
			}
			rita := signIn(t, serveCommand(t, dir, c.flags...), "rita")
			if answer := rita.call(t, http.MethodGet, "/api/hermes/uploads", nil, nil); answer.status != c.want {
				t.Errorf("status %d, want %d: %s", answer.status, c.want, answer.body)
			}
		})
	}
}

// serveCommand runs the command on a free port until the test ends and returns its address.
func serveCommand(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := free.Addr().String()
	must(t, free.Close())
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	args := append([]string{"serve", "--data", dir, "--listen", address, "--workers", "0"}, flags...)
	go func() { ended <- Run(&console.Env{Ctx: ctx, Stdout: io.Discard, Stderr: io.Discard}, args) }()
	t.Cleanup(func() {
		stop()
		if status := <-ended; status != console.ExitOK {
			t.Errorf("serve ended with status %d", status)
		}
	})
	base := "http://" + address
	for range 200 {
		if answer, err := http.Get(base + "/healthz"); err == nil {
			must(t, answer.Body.Close())
			return base
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not answer within 10 s")
	return ""
}
