package app

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"cohortium/internal/app/console"
)

const deployed = "../../deploy/"

// TestUnitsStartTheProgram parses the command lines of the systemd units as the program does, and
// looks for the settings of the example among those of the program.
func TestUnitsStartTheProgram(t *testing.T) {
	t.Parallel()
	units, err := filepath.Glob(deployed + "systemd/*.service")
	must(t, err)
	known := map[string]bool{"AWS_ACCESS_KEY_ID": true, "AWS_SECRET_ACCESS_KEY": true}
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		must(t, err)
		line := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/cohortium (.+)$`).FindSubmatch(text)
		if line == nil {
			t.Fatalf("%s starts nothing", unit)
		}
		parser, err := newParser(&console.Env{Ctx: t.Context()})
		must(t, err)
		parsed, err := parser.Parse(strings.Fields(string(line[1])))
		if err != nil {
			t.Fatalf("%s: %v", unit, err)
		}
		for _, flag := range flagsOf(parsed) {
			for _, name := range flag.Envs {
				known[name] = true
			}
		}
	}
	example, err := os.ReadFile(deployed + "env.example")
	must(t, err)
	settings := regexp.MustCompile(`(?m)^#?([A-Z_]+)=`).FindAllSubmatch(example, -1)
	for _, setting := range settings {
		if name := string(setting[1]); !known[name] {
			t.Errorf("env.example has %s, which is no setting", name)
		}
	}
	if len(units) != 3 || len(settings) < 5 {
		t.Errorf("%d units and %d settings were read", len(units), len(settings))
	}
}

func flagsOf(c *kong.Context) (all []*kong.Flag) {
	for _, group := range c.Selected().AllFlags(false) {
		all = append(all, group...)
	}
	return all
}

// TestUploadsPassNginx sends an upload request of full size through nginx with the example's
// settings, without its TLS.
func TestUploadsPassNginx(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	settings.TrustedProxies = []string{"127.0.0.0/8"}
	addPeople(t, settings)
	base, stop := serve(t, settings)
	defer stop()
	p := signIn(t, startNginx(t, base), "uploader")
	id := p.upload(t, "large.txt", bytes.Repeat([]byte("0123456789abcde\n"), int(settings.ChunkBytes)/16))
	if !p.pending(t, id, "large.txt") {
		t.Error("the file did not arrive")
	}
}

// startNginx runs nginx with the example, changed to listen on loopback without TLS, in front of a
// server, and returns its address.
func startNginx(t *testing.T, base string) string {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program = "/usr/sbin/nginx"; exec.Command(program, "-v").Run() != nil {
			t.Fatal("nginx is needed; install Debian's package nginx-light, or run scripts/setup.sh")
		}
	}
	text, err := os.ReadFile(deployed + "nginx/cohortium.conf")
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := l.Addr().String()
	must(t, l.Close())
	site := string(text[bytes.LastIndex(text, []byte("server {")):])
	for pattern, with := range map[string]string{
		`listen 443 ssl http2;`: "listen " + address + ";", `listen \[::\]:443 ssl http2;`: "",
		`(?m)^ *ssl_certificate.*$`: "", `http://127\.0\.0\.1:8080`: base,
	} {
		changed := regexp.MustCompile(pattern).ReplaceAllLiteralString(site, with)
		if changed == site {
			t.Fatalf("the example has no %s", pattern)
		}
		site = changed
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o755)) // nginx's workers are another account
	conf := filepath.Join(dir, "nginx.conf")
	must(t, os.WriteFile(conf, fmt.Appendf(nil, `daemon off; pid %[1]s/pid; error_log %[1]s/error.log;
events {}
http {
    access_log off; client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy;
    fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
    %[2]s
}`, dir, site), 0o600))
	cmd := exec.Command(program, "-c", conf, "-e", filepath.Join(dir, "error.log"))
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		_ = cmd.Wait()
	})
	for range 200 {
		if conn, err := net.Dial("tcp", address); err == nil {
			must(t, conn.Close())
			return "http://" + address
		}
		time.Sleep(25 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(dir, "error.log"))
	t.Fatalf("nginx does not answer: %s", log)
	return ""
}
