//go:build unix

// Package s3test runs a real S3 server for tests: versitygw on a folder, on a port of the loopback
// address, one for each test binary. It ends with the test binary, also when that is killed. It
// imports the standard library and the S3 client only.
package s3test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Env disables the tests that need the S3 server when it is "off".
const Env = "COHORTIUM_TEST_S3"

// program is built once if it is not installed; see scripts/s3server.sh.
const program = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

const accessKey, secretKey, region = "cohortium", "cohortium-secret", "us-east-1"

// Server is an S3 server. The zero Server starts at its first use.
type Server struct {
	once    sync.Once
	err     error
	dir     string
	addr    string
	stop    func() error
	counter atomic.Int64
}

// Run runs the tests of a binary and ends the server. It belongs in TestMain.
func (s *Server) Run(m interface{ Run() int }) int {
	code := m.Run()
	if err := s.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "s3test: stop versitygw:", err)
		return max(code, 1)
	}
	return code
}

// Stop ends the server if it was started.
func (s *Server) Stop() error {
	if s.stop == nil {
		return nil
	}
	return s.stop()
}

// Environment returns what a client of the server needs in its environment.
func Environment() map[string]string {
	return map[string]string{"AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey, "AWS_EC2_METADATA_DISABLED": "true"}
}

// Bucket creates an empty bucket and returns its URL. It sets the credentials in the environment of
// this process. The test is skipped only when Env is "off"; without the server it fails.
func (s *Server) Bucket(t testing.TB) string {
	t.Helper()
	if os.Getenv(Env) == "off" {
		t.Skipf("S3 tests are switched off by %s=off", Env)
	}
	address, err := s.NewBucket(t.Context())
	if err != nil {
		t.Fatalf("S3 server for tests: %v\nInstall it (go install %s), or set %s=off to leave these tests out.", err, program, Env)
	}
	return address
}

// NewBucket starts the server if needed, creates an empty bucket and returns its URL.
func (s *Server) NewBucket(ctx context.Context) (string, error) {
	s.once.Do(func() { s.err = s.start() })
	if s.err != nil {
		return "", s.err
	}
	name := fmt.Sprintf("test-%d", s.counter.Add(1))
	if _, err := s.client().CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String(name)}); err != nil {
		return "", err
	}
	return fmt.Sprintf("s3://%s?region=%s&endpoint=http://%s&use_path_style=true", name, region, s.addr), nil
}

func (s *Server) client() *s3.Client {
	return s3.New(s3.Options{
		Region: region, UsePathStyle: true, BaseEndpoint: aws.String("http://" + s.addr),
		Credentials: credentials.NewStaticCredentialsProvider(accessKey, secretKey, ""),
	})
}

// watch runs the server until its standard input closes, which the kernel does
// when the test binary ends in whatever way.
const watch = `"$1" --port "$2" --quiet posix --sidecar "$3/meta" "$3/data" >"$3/log" 2>&1 &
pid=$!
cat >/dev/null
kill -TERM $pid
wait $pid
rm -rf "$3"`

func (s *Server) start() error {
	bin, err := find()
	if err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp("", "s3test"); err != nil {
		return err
	}
	for _, sub := range []string{"data", "meta"} {
		if err := os.Mkdir(filepath.Join(s.dir, sub), 0o700); err != nil {
			return err
		}
	}
	for name, value := range Environment() {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	for range 5 { // the port may be taken between its choice and the server's use
		if err = s.launch(bin); err == nil {
			return nil
		}
	}
	return err
}

func (s *Server) launch(bin string) error {
	port, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.addr = port.Addr().String()
	if err := port.Close(); err != nil {
		return err
	}
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", watch, "sh", bin, s.addr, s.dir)
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.stop = func() error { return end(stdin, cmd) }
	return s.await()
}

func end(stdin io.Closer, cmd *exec.Cmd) error { return errors.Join(stdin.Close(), cmd.Wait()) }

func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	tick := time.NewTicker(30 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := s.client().ListBuckets(ctx, &s3.ListBucketsInput{})
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("versitygw does not answer: %w: %s", err, log)
		case <-tick.C:
		}
	}
}

// find finds the server on PATH or among Go's programs, and builds it otherwise.
func find() (string, error) {
	if path, err := exec.LookPath("versitygw"); err == nil {
		return path, nil
	}
	out, err := exec.CommandContext(context.Background(), "go", "env", "GOPATH").Output()
	if err != nil {
		return "", fmt.Errorf("versitygw is not on PATH, and go env GOPATH fails: %w", err)
	}
	path := filepath.Join(strings.TrimSpace(string(out)), "bin", "versitygw")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	var log bytes.Buffer
	install := exec.CommandContext(context.Background(), "go", "install", program)
	install.Dir = os.TempDir() // outside the module, whose versions do not apply
	install.Env = append(os.Environ(), "GOBIN="+filepath.Dir(path), "GOFLAGS=")
	install.Stdout, install.Stderr = &log, &log
	if err := install.Run(); err != nil {
		return "", fmt.Errorf("go install %s: %w: %s", program, err, log.Bytes())
	}
	return path, nil
}
