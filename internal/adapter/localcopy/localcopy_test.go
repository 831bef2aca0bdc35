package localcopy_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"cohortium/internal/adapter/localcopy"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// shop has stored files, and counts how often each is opened.
type shop struct {
	mu     sync.Mutex
	texts  map[string]string
	opened map[string]int
	read   func(io.Reader) io.Reader // between the store and the reader
	delay  chan struct{}             // nil, or what opening waits for
}

func newShop() *shop {
	return &shop{texts: map[string]string{}, opened: map[string]int{}, read: func(r io.Reader) io.Reader { return r }}
}

func (s *shop) OpenRange(ctx context.Context, key string, _, _ int64) (io.ReadCloser, error) {
	if s.delay != nil {
		select {
		case <-s.delay:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened[key]++
	text, there := s.texts[key]
	if !there {
		return nil, errs.Missing("blob")
	}
	return io.NopCloser(s.read(strings.NewReader(text))), nil
}

// put stores a text and returns its description.
func (s *shop) put(key, text string) file.Stored {
	s.texts[key] = text
	sum := sha256.Sum256([]byte(text))
	return file.Stored{Keys: []string{key}, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
}

func folder(t *testing.T, dir string, most int64, s *shop) *localcopy.Folder {
	t.Helper()
	f := localcopy.New(dir, most, s, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// take takes a file, reads it and releases it at the end unless kept.
func take(t *testing.T, f *localcopy.Folder, set string, one file.Stored) (text string, release func()) {
	t.Helper()
	dir, release, err := f.Take(t.Context(), set, []file.Stored{one})
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, filepath.Base(one.Keys[0])))
	if err != nil {
		t.Fatal(err)
	}
	return string(content), release
}

// left lists the files in a folder without those that mark use.
func left(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ".lock" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Files of a set are fetched once, each when it is needed, and again when the copy has another size.
func TestTake(t *testing.T) {
	s, dir := newShop(), t.TempDir()
	data, index := s.put("reference/a/data", "content"), s.put("reference/a/data.tbi", "index")
	f := folder(t, dir, 1000, s)
	for range 3 {
		text, release := take(t, f, "a1", data)
		release()
		if text != "content" || s.opened["reference/a/data"] != 1 || s.opened["reference/a/data.tbi"] != 0 {
			t.Fatalf("%q; opened %v", text, s.opened)
		}
	}
	again := folder(t, dir, 1000, s) // another process
	at, release, err := again.Take(t.Context(), "a1", []file.Stored{data, index})
	if err != nil || s.opened["reference/a/data"] != 1 || s.opened["reference/a/data.tbi"] != 1 {
		t.Fatalf("%v; opened %v", err, s.opened)
	}
	release()
	if err := os.Truncate(filepath.Join(at, "data"), 3); err != nil {
		t.Fatal(err)
	}
	text, release := take(t, f, "a1", data)
	release()
	if text != "content" {
		t.Errorf("a cut copy: %q", text)
	}
}

// What is not whole, or not what was stored, is never seen, and nothing of it is left.
func TestOnlyWholeFilesAreSeen(t *testing.T) {
	broken := errors.New("the line is cut")
	for name, tt := range map[string]struct {
		spoil func(s *shop)
		is    func(err error) bool
	}{
		"cut": {func(s *shop) { s.read = func(r io.Reader) io.Reader { return io.LimitReader(r, 3) } },
			func(err error) bool { return errors.As(err, new(*localcopy.DamagedError)) }},
		"another of the same size": {func(s *shop) { s.texts["reference/a/data"] = "CONTENT" },
			func(err error) bool { return errors.As(err, new(*localcopy.DamagedError)) }},
		"torn": {func(s *shop) {
			s.read = func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 3), iotest.ErrReader(broken)) }
		},
			func(err error) bool { return errors.Is(err, broken) }},
		"gone": {func(s *shop) { delete(s.texts, "reference/a/data") }, func(err error) bool { return errs.Is(err, errs.NotFound) }},
		"full disk": {func(s *shop) {
			s.read = func(io.Reader) io.Reader {
				return iotest.ErrReader(&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC})
			}
		},
			func(err error) bool {
				return errs.CodeOf(err) == file.CodeFull && strings.Contains(err.Error(), "folder for copies of reference data")
			}},
	} {
		t.Run(name, func(t *testing.T) {
			s, dir := newShop(), t.TempDir()
			data := s.put("reference/a/data", "content")
			tt.spoil(s)
			f := folder(t, dir, 1000, s)
			if _, _, err := f.Take(t.Context(), "a1", []file.Stored{data}); !tt.is(err) {
				t.Errorf("%v", err)
			}
			if names := left(t, dir); len(names) > 0 {
				t.Errorf("left: %v", names)
			}
			s.read, s.texts["reference/a/data"] = newShop().read, "content"
			if text, release := take(t, f, "a1", data); text != "content" {
				t.Errorf("%q", text)
			} else {
				release()
			}
		})
	}
}

// Callers that need a file meanwhile wait for one fetch, which ends when the last of them is gone.
func TestFetchedOnce(t *testing.T) {
	s, dir := newShop(), t.TempDir()
	data := s.put("reference/a/data", "content")
	s.delay = make(chan struct{})
	f := folder(t, dir, 1000, s)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := f.Take(ctx, "a1", []file.Stored{data}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	var all sync.WaitGroup
	var good atomic.Int32
	for range 20 {
		all.Go(func() {
			if _, release, err := f.Take(t.Context(), "a1", []file.Stored{data}); err == nil {
				good.Add(1)
				release()
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	close(s.delay)
	all.Wait()
	if good.Load() != 20 || s.opened["reference/a/data"] != 1 {
		t.Errorf("%d got it; opened %v", good.Load(), s.opened)
	}
}

// The set that was used longest ago makes room, never one in use by this or another process; what
// then does not fit is refused with what to do.
func TestTheFolderIsBounded(t *testing.T) {
	s, dir := newShop(), t.TempDir()
	var files []file.Stored
	for i := range 4 {
		files = append(files, s.put(fmt.Sprintf("reference/%d/data", i), strings.Repeat("x", 100)))
	}
	f, other := folder(t, dir, 250, s), folder(t, dir, 250, s)
	use := func(i int) {
		t.Helper()
		_, release := take(t, f, fmt.Sprint("s", i), files[i])
		release()
		time.Sleep(5 * time.Millisecond) // file systems have coarse clocks
	}
	want := func(names ...string) {
		t.Helper()
		if got := strings.Join(left(t, dir), " "); got != strings.Join(names, " ") {
			t.Errorf("left: %s, want %v", got, names)
		}
	}
	use(0)
	use(1)
	use(0)
	want("s0/data", "s1/data")
	use(2)
	want("s0/data", "s2/data")
	_, held := take(t, other, "s0", files[0])
	use(2)
	use(3)
	want("s0/data", "s3/data")
	_, alsoHeld := take(t, f, "s3", files[3])
	_, _, err := f.Take(t.Context(), "s1", files[1:2])
	if errs.CodeOf(err) != file.CodeFull || !strings.Contains(err.Error(), "--reference-cache-bytes") {
		t.Errorf("%v", err)
	}
	want("s0/data", "s3/data")
	held()
	use(1)
	want("s1/data", "s3/data")
	alsoHeld()
}

// TestHolder is a process that holds a set until its input ends.
func TestHolder(t *testing.T) {
	dir := os.Getenv("HOLD_SET_IN")
	if dir == "" {
		t.Skip("run by TestAnotherProcessHoldsASet")
	}
	s := newShop()
	_, _ = take(t, folder(t, dir, 150, s), "s0", s.put("reference/0/data", strings.Repeat("x", 100)))
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// A set that another process uses stays until that process ends, however it ends.
func TestAnotherProcessHoldsASet(t *testing.T) {
	s, dir := newShop(), t.TempDir()
	s.put("reference/0/data", strings.Repeat("x", 100))
	one := s.put("reference/1/data", strings.Repeat("y", 100))
	holder := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHolder$")
	holder.Env = append(os.Environ(), "HOLD_SET_IN="+dir)
	in, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	for said := []byte{}; !bytes.Contains(said, []byte("held")); {
		some := make([]byte, 100)
		n, err := out.Read(some)
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		said = append(said, some[:n]...)
	}
	f := folder(t, dir, 150, s)
	if _, _, err := f.Take(t.Context(), "s1", []file.Stored{one}); errs.CodeOf(err) != file.CodeFull {
		t.Errorf("while it is held: %v", err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait() // killed
	_, release := take(t, f, "s1", one)
	release()
	if names := left(t, dir); len(names) != 1 || names[0] != "s1/data" {
		t.Errorf("left: %v", names)
	}
}

// What a dead process left half-written goes after an hour; a living one's stays.
func TestLeftovers(t *testing.T) {
	s, dir := newShop(), t.TempDir()
	one := s.put("reference/1/data", "one")
	for name, age := range map[string]time.Duration{"data.part.dead": 2 * time.Hour, "data.part.living": time.Minute} {
		path := filepath.Join(dir, "s0", name)
		at := time.Now().Add(-age)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("half"), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	_, release := take(t, folder(t, dir, 100, s), "s1", one)
	release()
	if names := strings.Join(left(t, dir), " "); names != "s0/data.part.living s1/data" {
		t.Errorf("left: %s", names)
	}
}
