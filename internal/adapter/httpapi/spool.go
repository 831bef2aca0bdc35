package httpapi

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"

	"cohortium/internal/platform/file"
)

// spoolMemory is how much of a body or an answer is kept in memory, in bytes.
const spoolMemory = 256 << 10

// spool stores written bytes: in memory, and beyond spoolMemory in an unlinked file.
type spool struct {
	dir    string // for the file
	limit  int64  // in bytes
	memory bytes.Buffer
	file   *os.File
	onDisk int64
}

// errSpoolFull reports that more was written than the limit.
var errSpoolFull = errors.New("httpapi: more bytes than a spool holds")

// Write implements io.Writer.
func (s *spool) Write(p []byte) (int, error) {
	if s.size()+int64(len(p)) > s.limit {
		return 0, errSpoolFull
	}
	if s.file == nil && s.memory.Len()+len(p) <= spoolMemory {
		return s.memory.Write(p)
	}
	if s.file == nil {
		made, err := os.CreateTemp(s.dir, "cohortium-http-*")
		if err != nil {
			return 0, unspooled(err)
		}
		_ = os.Remove(made.Name()) // if this fails, Close removes it
		s.file = made
	}
	n, err := s.file.Write(p)
	s.onDisk += int64(n)
	return n, unspooled(err)
}

func unspooled(err error) error { return file.Unwritable(err, file.WorkingFiles) }

func (s *spool) size() int64 { return int64(s.memory.Len()) + s.onDisk }

// reader reads the stored bytes from the start.
func (s *spool) reader() io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes())
	}
	return io.MultiReader(bytes.NewReader(s.memory.Bytes()), io.NewSectionReader(s.file, 0, s.onDisk))
}

// Close releases memory and file.
func (s *spool) Close() error {
	s.memory = bytes.Buffer{}
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// readBody reads a body to its end or error. The returned reader reports that error at the same
// position.
func readBody(body io.Reader, dir string) (io.ReadCloser, error) {
	all, from := &spool{dir: dir, limit: math.MaxInt64}, &ending{Reader: body} // the body has a limit
	if _, err := io.Copy(all, from); err != nil && !errors.Is(err, from.err) {
		return nil, errors.Join(err, all.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(all.reader(), from), all}, nil
}

// ending reads until the first error, and returns that error from then on.
type ending struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (e *ending) Read(p []byte) (n int, err error) {
	if e.err == nil {
		n, e.err = e.Reader.Read(p)
	}
	return n, e.err
}
