package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cohortium/internal/dev/seed"
)

// uploadSize is the size of the flat-memory upload.
const uploadSize = 2 << 30

// server measures an idle server's memory and its peak over a 2 GB upload.
func (b *bench) server() error {
	data, err := os.MkdirTemp(b.dir, "server")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	const user, password = "bench", "a long password for one measurement"
	create := exec.Command(b.binary, "user", "create", "--data", data, "--username", user, "--role", "uploader", "--group", "hermes", "--password-stdin")
	create.Stdin = strings.NewReader(password)
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("user create: %w: %s", err, out)
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	serve := exec.Command(b.binary, "serve", "--data", data, "--listen", address)
	if err := serve.Start(); err != nil {
		return err
	}
	defer func() {
		_ = serve.Process.Signal(syscall.SIGTERM)
		_ = serve.Wait()
	}()
	base := "http://" + address
	if err := ready(base); err != nil {
		return err
	}
	idle, err := memory(serve.Process.Pid, "VmRSS:")
	if err != nil {
		return err
	}
	b.addMemory("server idle", idle, 100<<20)
	start := time.Now()
	if err := upload(base, user, password); err != nil {
		return err
	}
	peak, err := memory(serve.Process.Pid, "VmHWM:")
	if err != nil {
		return err
	}
	log.Printf("2 GiB sent in %v", time.Since(start))
	b.addMemory(fmt.Sprintf("server over a 2 GiB upload (%s), peak above idle", seconds(time.Since(start))), peak-idle, 100<<20)
	return nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// ready waits up to ten seconds for the server to answer.
func ready(base string) error {
	for range 100 {
		resp, err := http.Get(base + "/readyz")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				time.Sleep(time.Second) // so that start-up garbage is not counted as idle
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("the server at %s is not ready after 10 s", base)
}

// memory reads one figure of /proc/{pid}/status in bytes.
func memory(pid int, field string) (int64, error) {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kib * 1024, err
		}
	}
	return 0, fmt.Errorf("no %s in /proc/%d/status", field, pid)
}

func upload(base, user, password string) error {
	ctx := context.Background()
	c, err := seed.SignIn(ctx, base, user, password)
	if err != nil {
		return err
	}
	_, err = c.UploadStream(ctx, "two-gibibytes.bin", uploadSize, func(n int64) io.Reader {
		return io.LimitReader(endless{}, n)
	})
	return err
}

// endless is a stream of bytes that no layer can compress to nothing.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	pattern := []byte(base64.StdEncoding.EncodeToString([]byte("1\t1000820\tA\tT\t-0.0857909\t0.116008\n")))
	for n := 0; n < len(p); n += copy(p[n:], pattern) {
	}
	return len(p), nil
}
