package dataset

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"

	"cohortium/internal/platform/file"
)

// openRange reads length bytes from offset; to the end when length < 0.
type openRange = func(ctx context.Context, offset, length int64) (io.ReadCloser, error)

// zip lays out the archive of a deposit around the stored table. The size and every byte are known
// before the first is sent, so that a download shows its progress and can be resumed. Nothing is
// compressed, because the table already is.
func (p *deposit) zip(table openRange) (*file.Download, error) {
	yaml := p.metadata().YAML()
	sum := md5.Sum(yaml)
	sums := fmt.Sprintf("%s  %s\n%s  %s-meta.yaml\n", p.report.MD5, p.name(), hex.EncodeToString(sum[:]), p.name())
	at := *p.check.FinishedAt

	out := &outline{}
	z := zip.NewWriter(out)
	member := func(name string, size int64, crc uint32) (io.Writer, error) {
		h := &zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc, CompressedSize64: uint64(size), UncompressedSize64: uint64(size)}
		h.SetModTime(at) //nolint:staticcheck // CreateRaw writes what this sets and ignores Modified
		return z.CreateRaw(h)
	}
	for _, e := range []struct {
		name    string
		content []byte
	}{{p.name() + "-meta.yaml", yaml}, {"md5sum.txt", []byte(sums)}} {
		w, err := member(e.name, int64(len(e.content)), crc32.ChecksumIEEE(e.content))
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.content); err != nil {
			return nil, err
		}
	}
	w, err := member(p.name(), p.report.Size, p.report.CRC32)
	if err != nil {
		return nil, err
	}
	if err := out.skip(z, w, p.report.Size); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	parts := segments{inBytes(out.head.Bytes()), {p.report.Size, table}, inBytes(out.tail.Bytes())}
	tag := sha256.Sum256(append(out.head.Bytes(), p.check.ID...))
	return &file.Download{
		Name: strings.TrimSuffix(p.name(), ".tsv.gz") + "-deposit.zip", ContentType: "application/zip", Size: parts.size(),
		Tag: hex.EncodeToString(tag[:16]), ModTime: later(at, p.dataset.UpdatedAt), OpenRange: parts.open,
	}, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// outline records an archive without the bytes of its large member: the bytes before and after it.
type outline struct {
	head, tail       bytes.Buffer
	skipping, behind bool
}

// Write implements io.Writer.
func (o *outline) Write(p []byte) (int, error) {
	switch {
	case o.skipping:
		return len(p), nil
	case o.behind:
		return o.tail.Write(p)
	}
	return o.head.Write(p)
}

// skip lets the archive count bytes that are not written.
func (o *outline) skip(z *zip.Writer, member io.Writer, n int64) error {
	if err := z.Flush(); err != nil {
		return err
	}
	o.skipping = true
	if _, err := io.CopyBuffer(member, io.LimitReader(nothing{}, n), make([]byte, 1<<20)); err != nil {
		return err
	}
	if err := z.Flush(); err != nil {
		return err
	}
	o.skipping, o.behind = false, true
	return nil
}

// nothing reads as bytes whose values do not matter.
type nothing struct{}

// Read implements io.Reader.
func (nothing) Read(p []byte) (int, error) { return len(p), nil }

// segment is a range of bytes that can be read from any offset.
type segment struct {
	size int64
	open openRange
}

func inBytes(content []byte) segment { return segment{int64(len(content)), file.Bytes(content)} }

// segments are consecutive ranges.
type segments []segment

func (s segments) size() (n int64) {
	for _, part := range s {
		n += part.size
	}
	return n
}

// open reads length bytes from offset; to the end when length < 0.
func (s segments) open(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
	left := s.size() - offset
	if length >= 0 {
		left = min(left, length)
	}
	r := &segmentReader{ctx: ctx}
	for _, part := range s {
		if n := min(part.size-offset, left); offset < part.size && n > 0 {
			r.next = append(r.next, reading{part, offset, n})
			left -= n
		}
		offset = max(offset-part.size, 0)
	}
	return r, nil
}

// reading is the part of a segment that is read.
type reading struct {
	segment
	offset, length int64
}

// segmentReader reads segments one after the other and opens each when needed.
type segmentReader struct {
	ctx  context.Context
	next []reading
	now  io.ReadCloser
	left int64 // of the current one
}

// Read implements io.Reader. A segment that ends early is an error.
func (r *segmentReader) Read(p []byte) (int, error) {
	for r.left == 0 {
		if err := r.advance(); err != nil {
			return 0, err
		}
	}
	n, err := r.now.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if errors.Is(err, io.EOF) {
		err = nil
		if r.left > 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

func (r *segmentReader) advance() (err error) {
	if err := r.Close(); err != nil {
		return err
	}
	if len(r.next) == 0 {
		return io.EOF
	}
	part := r.next[0]
	r.next = r.next[1:]
	if r.now, err = part.open(r.ctx, part.offset, part.length); err == nil {
		r.left = part.length
	}
	return err
}

// Close implements io.Closer.
func (r *segmentReader) Close() error {
	if r.now == nil {
		return nil
	}
	err := r.now.Close()
	r.now = nil
	return err
}
