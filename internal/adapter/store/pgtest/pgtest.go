//go:build unix

// Package pgtest runs a throw-away PostgreSQL for tests: one cluster for each test binary, started
// by the first test that needs it, one fresh database for each test. The cluster ends with the test
// binary, also when that is killed. It imports the standard library and pgx only.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Env disables the tests that need PostgreSQL when it is "off".
const Env = "COHORTIUM_TEST_POSTGRES"

// Cluster is a PostgreSQL server. The zero Cluster starts at its first use.
type Cluster struct {
	once    sync.Once
	err     error
	dir     string
	stop    func() error
	counter atomic.Int64
}

// Run runs the tests of a binary and ends the cluster. It belongs in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }
func (c *Cluster) Run(m *testing.M) int {
	code := m.Run()
	if err := c.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest: stop PostgreSQL:", err)
		return max(code, 1)
	}
	return code
}

// Stop ends the server if it was started.
func (c *Cluster) Stop() error {
	if c.stop == nil {
		return nil
	}
	return c.stop()
}

// Database creates an empty database and returns its URL. The test is skipped only when Env is
// "off"; without PostgreSQL it fails.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	if os.Getenv(Env) == "off" {
		t.Skipf("PostgreSQL tests are switched off by %s=off", Env)
	}
	address, err := c.NewDatabase()
	if err != nil {
		t.Fatalf("PostgreSQL for tests: %v\nInstall it (Debian: apt-get install postgresql), or set %s=off to leave these tests out.", err, Env)
	}
	return address
}

// NewDatabase starts the cluster if needed, creates an empty database and returns its URL.
func (c *Cluster) NewDatabase() (string, error) {
	c.once.Do(func() { c.err = c.start() })
	if c.err != nil {
		return "", c.err
	}
	name := fmt.Sprintf("test%d", c.counter.Add(1))
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	return c.url(name), nil
}

func (c *Cluster) url(database string) string {
	return "postgres:///" + database + "?user=cohortium&host=" + c.dir
}

// watch runs the server until its standard input closes, which the kernel does
// when the test binary ends in whatever way.
const watch = `"$1" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 >"$2/log" 2>&1 &
pid=$!
cat >/dev/null
kill -INT $pid
wait $pid
rm -rf "$2"`

func (c *Cluster) start() error {
	bin, err := findBin()
	if err != nil {
		return err
	}
	owner, err := unprivileged()
	if err != nil {
		return err
	}
	if c.dir, err = os.MkdirTemp(shortTemp(), "pgtest"); err != nil {
		return err
	}
	if owner != nil {
		if err := os.Chown(c.dir, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(context.Background(), name, args...)
		cmd.Dir = c.dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Setpgid: true}
		return cmd
	}
	var out bytes.Buffer
	initdb := command(filepath.Join(bin, "initdb"), "-D", filepath.Join(c.dir, "data"),
		"-U", "cohortium", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.Stdout, initdb.Stderr = &out, &out
	if err := initdb.Run(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out.Bytes())
	}
	server := command("/bin/sh", "-c", watch, "sh", filepath.Join(bin, "postgres"), c.dir)
	stdin, err := server.StdinPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	c.stop = func() error { return end(stdin, server) }
	return c.await()
}

func end(stdin io.Closer, server *exec.Cmd) error {
	return errors.Join(stdin.Close(), server.Wait())
}

// await tries to connect until the server answers.
func (c *Cluster) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(30 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, c.url("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
			return fmt.Errorf("server does not answer: %w: %s", err, log)
		case <-tick.C:
		}
	}
}

// findBin finds the folder of the server's programs: on Debian they are not on PATH.
func findBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
	if len(found) > 0 {
		return filepath.Dir(found[0]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("initdb is neither in /usr/lib/postgresql nor on PATH")
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	return filepath.Dir(path), nil
}

func version(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}

// unprivileged returns the account that runs the server when this process is root, which PostgreSQL
// rejects.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.ParseUint(u.Uid, 10, 32)
		gid, _ := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("the server cannot run as root, and the users postgres and nobody do not exist")
}

// shortTemp returns a folder for temporary files whose name leaves room for a Unix socket, whose
// address holds about 100 bytes.
func shortTemp() string {
	if dir := os.TempDir(); len(dir) < 60 {
		return dir
	}
	return "/tmp"
}
