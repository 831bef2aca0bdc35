package upload_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/upload"
)

// Environment of the server process of testKill.
const (
	envListen   = "COHORTIUM_UPLOAD_TEST_LISTEN"
	envDatabase = "COHORTIUM_UPLOAD_TEST_DATABASE"
	envBlobs    = "COHORTIUM_UPLOAD_TEST_BLOBS"
)

// serveUntilKilled is the server process: it prints its address.
func serveUntilKilled() {
	ctx := context.Background()
	s, err := store.Open(ctx, os.Getenv(envDatabase), store.Options{})
	if err != nil {
		panic(err)
	}
	b, err := blob.Open(ctx, os.Getenv(envBlobs))
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", os.Getenv(envListen))
	if err != nil {
		panic(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	panic(http.Serve(listener, upload.NewService(s, b, time.Now, rand.Text, options).Handler(identify)))
}

// testKill kills the server repeatedly while it receives one file, each time after a random number
// of bytes, and continues from the offset it returns.
func testKill(t *testing.T, b *bench, kills int) {
	data := noise(4 << 20)
	rng := mrand.New(mrand.NewPCG(uint64(kills), 5))
	b.url = ""
	child := b.serve(t)
	path := b.create(t, len(data))
	var resent int64
	for range kills {
		at := b.call(t, "HEAD", path, nil).offset(t)
		room := int64(len(data)) - at
		if room == 0 {
			break
		}
		killAfter := rng.Int64N(min(room, 2*int64(len(data))/int64(kills)) + 1)
		body := &killer{r: bytes.NewReader(data[at:]), after: killAfter, kill: func() { _ = child.Process.Kill() }}
		_, err := b.try(t.Context(), "PATCH", path, body, "Upload-Offset", strconv.FormatInt(at, 10))
		if err == nil {
			t.Fatal("a killed server answered")
		}
		_ = child.Wait()
		child = b.serve(t)
		now := b.call(t, "HEAD", path, nil).offset(t)
		if now < at {
			t.Fatalf("acknowledged bytes were lost: offset %d after %d", now, at)
		}
		if now > at+body.sent {
			t.Fatalf("offset %d, but only %d bytes were sent", now, at+body.sent)
		}
		resent = max(resent, at+body.sent-now)
	}
	at := b.call(t, "HEAD", path, nil).offset(t)
	wantStatus(t, b.patch(t, path, int(at), data[at:]), http.StatusNoContent)
	b.wantFile(t, path, data)
	t.Logf("%d kills, at most %d bytes sent again after one", kills, resent)
}

// serve starts the server process and points the bench at it.
func (b *bench) serve(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), envListen+"=127.0.0.1:0", envDatabase+"="+b.database, envBlobs+"="+b.blobsURL)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	b.url = strings.TrimSpace(line)
	return cmd
}

// killer is a body that kills its reader's process after a number of bytes.
type killer struct {
	r     io.Reader
	after int64
	sent  int64
	kill  func()
}

// Read implements io.Reader. Small pieces let the server store some on the way.
func (k *killer) Read(p []byte) (int, error) {
	if k.sent >= k.after {
		k.kill()
		return 0, io.ErrClosedPipe
	}
	n, err := k.r.Read(p[:min(int64(len(p)), 32<<10, k.after-k.sent)])
	k.sent += int64(n)
	return n, err
}
