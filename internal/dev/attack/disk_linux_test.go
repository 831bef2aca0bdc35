package attack

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cohortium/internal/area/hermes/hermestest"
)

// size of the disk that is filled, in bytes.
const size = 48 << 20

// TestAServerWhoseDiskIsFull fills the disk of a whole installation (database, files and working files) while QC waits, and
// empties it again. Reading goes on, writes are refused with what to do, no job fails, and nothing that was
// acknowledged is lost.
func TestAServerWhoseDiskIsFull(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs to mount a file system")
	}
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=48m"); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	others := filepath.Join(dir, "others")
	disturb(t, &installation{t: t, dir: dir}, New(t, "a server whose disk is full"), "disk_full", func(on bool) {
		if on {
			if err := os.WriteFile(others, bytes.Repeat([]byte("x"), size), 0o600); !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("the disk is not full: %v", err)
			}
			return
		}
		must(t, os.Remove(others))
	})
}

// disturb takes the space or the right to write from a running server, and gives it back.
func disturb(t *testing.T, in *installation, count *Count, code string, take func(on bool)) {
	in.person("uploader", "uploader")
	p := in.serve()
	c := signIn(t, p.base, "uploader")
	registered := map[string]string{} // names by id, of what was acknowledged
	register := func(name string, seed uint64) {
		var d struct{ ID string }
		c.want(t, 201, http.MethodPost, "/api/hermes/uploads", registration(c.upload(t, name, seed), name), &d)
		registered[d.ID] = name
	}
	register("waiting", 1)
	ready := c.upload(t, "ready", 2)
	take(true)
	refused := 0
	for i := range int64(60) { // a small write may still find room within the file of the database
		a := c.call(t, http.MethodPost, "/api/hermes/uploads", registration(ready, named("refused", i)), nil)
		if a.status == http.StatusCreated {
			t.Fatal("one upload is registered twice, or the disk is not full")
		}
		said := a.problem()
		if a.status == 503 {
			refused++
			count.Try(said.Code == code && strings.Contains(strings.ToLower(said.Detail), "try again"), "a write: %d %s", a.status, a.body)
		} else {
			count.Try(a.status < 500, "a write: %d %s", a.status, a.body)
		}
		if refused == 10 {
			break
		}
	}
	content := hermestest.Sumstats(2000, 77)
	a := c.call(t, http.MethodPost, "/api/uploads/", nil, tus("Upload-Length", "1000000", "Upload-Metadata", "filename YS50c3Y="))
	count.Try(a.status == 503 || a.status == 201, "a new upload: %d %s", a.status, a.body)
	if _, id, found := strings.Cut(a.header.Get("Location"), "/api/uploads/"); found {
		a = c.call(t, http.MethodPatch, "/api/uploads/"+id, content, tus("Upload-Offset", "0", "Content-Type", "application/offset+octet-stream"))
		count.Try(a.status == 503 || a.status == 204, "bytes of an upload: %d %s", a.status, a.body)
	}
	for _, path := range []string{"/api/hermes/uploads", "/api/profile", "/api/hermes/phenotypes", "/api/version", "/healthz"} {
		a := c.call(t, http.MethodGet, path, nil, nil)
		count.Try(a.status == 200, "reading %s: %d %s", path, a.status, a.body)
	}
	time.Sleep(5 * time.Second) // a job is tried meanwhile
	take(false)
	for id, name := range registered {
		var a answer
		for range 120 { // a job whose row could not be written either is taken over after a minute without a heartbeat
			a = c.call(t, http.MethodGet, "/api/hermes/uploads/"+id, nil, nil)
			if strings.Contains(string(a.body), "READY FOR REVIEW") || strings.Contains(string(a.body), "FAILED") {
				break
			}
			time.Sleep(time.Second)
		}
		count.Try(strings.Contains(string(a.body), "READY FOR REVIEW") && strings.Contains(string(a.body), name), "%s: %s", name, a.body)
	}
	register("again", 3)
	p.stop(t)
	if status, out := in.command("", "check", "--read-data"); status != 0 {
		t.Errorf("check: %d %s", status, out)
	}
}

// TestAServerThatMayNotWrite runs a server as an account without rights, and takes its right to write to the whole data folder.
// Reading goes on, a write is refused with what to do, QC waits and is done afterwards, and a start says what is wrong.
func TestAServerThatMayNotWrite(t *testing.T) {
	const nobody = 65534
	if os.Getuid() != 0 {
		t.Skip("needs to change the account")
	}
	t.Parallel()
	folder, err := os.MkdirTemp("", "cohortium-nobody-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
	program, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, "test"), program, 0o700))
	in := &installation{t: t, dir: filepath.Join(folder, "data"), change: func(cmd *exec.Cmd) {
		cmd.Path, cmd.Dir = filepath.Join(folder, "test"), folder
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}}
	in.person("uploader", "uploader")
	each := func(do func(path string, d fs.DirEntry) error) {
		must(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return do(path, d)
		}))
	}
	each(func(path string, _ fs.DirEntry) error { return os.Chown(path, nobody, nobody) })
	writable := func(on bool) {
		each(func(path string, d fs.DirEntry) error {
			mode := os.FileMode(0o400)
			if on {
				mode |= 0o200
			}
			if d.IsDir() || filepath.Base(path) == "test" {
				mode |= 0o100
			}
			return os.Chmod(path, mode)
		})
	}
	count := New(t, "a server that may not write")
	p := in.serve()
	c := signIn(t, p.base, "uploader")
	ready := c.upload(t, "ready", 1)
	writable(false)
	var d struct{ ID string }
	a := c.call(t, http.MethodPost, "/api/hermes/uploads", registration(ready, "one"), nil)
	count.Try(a.status == 503 || a.status == 201, "a registration: %d %s", a.status, a.body) // its database is open already
	a = c.call(t, http.MethodPost, "/api/uploads/", nil, tus("Upload-Length", "9", "Upload-Metadata", "filename YS50c3Y="))
	_, id, _ := strings.Cut(a.header.Get("Location"), "/api/uploads/")
	if a.status == 201 {
		a = c.call(t, http.MethodPatch, "/api/uploads/"+id, []byte("123456789"), tus("Upload-Offset", "0", "Content-Type", "application/offset+octet-stream"))
	}
	count.Try(a.status == 503 && strings.Contains(a.problem().Detail, "try again"), "an upload: %d %s", a.status, a.body)
	for _, path := range []string{"/api/hermes/uploads", "/api/profile", "/api/version", "/healthz"} {
		a := c.call(t, http.MethodGet, path, nil, nil)
		count.Try(a.status == 200, "reading %s: %d %s", path, a.status, a.body)
	}
	time.Sleep(2 * time.Second) // a job is tried meanwhile
	second, _ := in.launch()
	err = second.wait(t)
	count.Try(err != nil && strings.Contains(second.said(), in.dir), "a start: %v\n%s", err, second.said())
	writable(true)
	if a := c.call(t, http.MethodGet, "/api/hermes/uploads?q=one", nil, nil); !strings.Contains(string(a.body), "one") {
		c.want(t, 201, http.MethodPost, "/api/hermes/uploads", registration(ready, "one"), &d)
	}
	a = c.await(t, "/api/hermes/uploads", func(a answer) bool {
		return strings.Contains(string(a.body), "READY FOR REVIEW") || strings.Contains(string(a.body), "FAILED")
	})
	count.Try(strings.Contains(string(a.body), "READY FOR REVIEW"), "the job: %s", a.body)
	p.stop(t)
}
