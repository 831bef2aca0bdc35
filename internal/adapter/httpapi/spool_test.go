package httpapi

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
	"time"

	"cohortium/internal/adapter/httpapi/answer"
)

func TestSpool(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, spoolMemory - 1, spoolMemory, spoolMemory + 1, 3*spoolMemory + 7} {
		for _, piece := range []int{100_000, spoolMemory, 1 << 20} {
			dir := t.TempDir()
			s := &spool{dir: dir, limit: int64(size)}
			want := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
			for rest := want; len(rest) > 0; {
				n, err := s.Write(rest[:min(piece, len(rest))])
				if err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if _, err := s.Write([]byte{'x'}); !errors.Is(err, errSpoolFull) {
				t.Errorf("%d bytes and one more: %v", size, err)
			}
			got, err := io.ReadAll(s.reader())
			if err != nil || !bytes.Equal(got, want) || s.size() != int64(size) {
				t.Errorf("%d bytes in pieces of %d came back as %d, size %d, %v", size, piece, len(got), s.size(), err)
			}
			if (s.file != nil) != (size > spoolMemory) {
				t.Errorf("%d bytes lie in a file: %v", size, s.file != nil)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("files are left: %v, %v", left, err)
			}
		}
	}
}

// TestABodyEndsAsItArrived checks that a body's error comes after the bytes that arrived before it.
func TestABodyEndsAsItArrived(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken off")
	for _, size := range []int{0, 10, spoolMemory + 10} {
		for _, end := range []error{io.EOF, broken, os.ErrDeadlineExceeded} {
			sent := bytes.Repeat([]byte{'a'}, size)
			body, err := readBody(io.MultiReader(bytes.NewReader(sent), iotest.ErrReader(end)), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(body)
			if errors.Is(end, io.EOF) {
				end = nil
			}
			if !bytes.Equal(got, sent) || !errors.Is(err, end) {
				t.Errorf("%d of %d bytes, %v, want %v", len(got), size, err, end)
			}
			if err := body.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := readBody(bytes.NewReader(make([]byte, spoolMemory+1)), filepath.Join(t.TempDir(), "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder for the file: %v", err)
	}
}

// TestAnAnswerIsSentWholeOrNotAtAll checks that an answer that cannot be buffered is an error
// without any part of it.
func TestAnAnswerIsSentWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 10, spoolMemory + 10} {
		for _, broken := range []bool{false, true} {
			s := &server{Answers: answer.New(slog.New(slog.DiscardHandler), nil), limits: newLimits(time.Now)}
			s.Config.TempDir = t.TempDir()
			if broken {
				s.Config.TempDir = filepath.Join(s.Config.TempDir, "absent")
			}
			w := httptest.NewRecorder()
			s.computed(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Disposition", "attachment")
				w.WriteHeader(http.StatusCreated)
				_, _ = w.Write(bytes.Repeat([]byte{'a'}, size))
			})(w, httptest.NewRequestWithContext(t.Context(), "GET", "/api/browse/region", nil))
			switch {
			case broken && size > spoolMemory:
				if w.Code != http.StatusInternalServerError || w.Header().Get("Content-Disposition") != "" || bytes.Contains(w.Body.Bytes(), []byte("aaa")) {
					t.Errorf("%d bytes: status %d, %v, %.100s", size, w.Code, w.Header(), w.Body)
				}
			case w.Code != http.StatusCreated || w.Body.Len() != size || w.Header().Get("Content-Disposition") != "attachment":
				t.Errorf("%d bytes: status %d, %v, %.100s", size, w.Code, w.Header(), w.Body)
			}
		}
	}
}
