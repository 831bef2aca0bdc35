package parquetfile

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"cohortium/internal/gwas/textfile"
)

// processName names the process that decodes. This program begins as one when
// it is started under that name.
const processName = "cohortium-parquet"

// Messages between the two processes: a byte for the kind, the length of the rest in four,
// and the rest. The decoder asks for bytes of the file, and each time waits for them.
const (
	msgAsk   = 'a' // of the server: JSON of ask, first and once
	msgBytes = 'd' // of the server: requested bytes, fewer at the end of the file
	msgRead  = 'r' // of the decoder: place in eight bytes, number in four
	msgHead  = 'h' // of the decoder: JSON of Head
	msgRows  = 'b' // of the decoder: for each cell, its length plus 1 and its bytes; 0 when missing
	msgEnd   = 'e' // of the decoder: JSON of the fault that ended it, null for none
)

// maxMessage is longer than the longest row: 500 cells of 64 kB.
const maxMessage = 64 << 20

type ask struct {
	Size   int64
	Limits Limits
}

// Read calls head once and then row with each row, numbered from 1. Cells are valid during the call
// only, nil where a value is missing. Faults of the file are a *textfile.FileError. Other errors
// are those of data, ctx, head and row.
func Read(ctx context.Context, data io.ReaderAt, size int64, limits Limits, head func(Head) error, row func(no int64, cells [][]byte) error) error {
	run, end := context.WithCancel(ctx)
	defer end()
	d, err := start(run)
	if err != nil {
		return fmt.Errorf("parquetfile.Read: %w", err)
	}
	fault, err := d.serve(ask{size, limits}, data, head, row)
	end()
	died := d.cmd.Wait()
	switch {
	case fault != nil:
		return fault
	case errors.Is(err, errGone) && ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, errGone):
		return d.death(died)
	}
	return err
}

// errGone is the error of a decoder that ended without a reason.
var errGone = errors.New("the process that decodes ended")

// decoder is the server's side of a process.
type decoder struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	said tail
}

func start(ctx context.Context) (*decoder, error) {
	program := "/proc/self/exe" // this program, also when its file was replaced since
	if runtime.GOOS != "linux" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	d := &decoder{cmd: exec.CommandContext(ctx, program)}
	d.cmd.Args[0], d.cmd.Env, d.cmd.Stderr = processName, []string{}, &d.said
	in, err := d.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	d.in, d.out = in, bufio.NewReaderSize(out, 64<<10)
	return d, d.cmd.Start()
}

// serve answers the decoder until it ends. fault holds the decoder's finding.
func (d *decoder) serve(q ask, data io.ReaderAt, head func(Head) error, row func(int64, [][]byte) error) (fault, err error) {
	first, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	if err := send(d.in, msgAsk, first); err != nil {
		return nil, errGone
	}
	rows := rowReader{row: row}
	var buf []byte
	for {
		kind, body, err := receive(d.out, buf)
		if err != nil {
			return nil, errGone
		}
		buf = body
		switch kind {
		case msgRead:
			err = d.answer(body, data)
		case msgHead:
			var h Head
			if err = json.Unmarshal(body, &h); err == nil {
				rows.cells = make([][]byte, min(len(h.Columns), q.Limits.Columns))
				err = head(h)
			}
		case msgRows:
			err = rows.each(body)
		case msgEnd:
			var found *textfile.FileError
			if err := json.Unmarshal(body, &found); err != nil || found == nil {
				return nil, err // a nil *FileError would be a non-nil error
			}
			return found, nil
		default:
			err = errGone
		}
		if err != nil {
			return nil, err
		}
	}
}

// answer sends the requested bytes.
func (d *decoder) answer(body []byte, data io.ReaderAt) error {
	if len(body) != 12 || binary.LittleEndian.Uint32(body[8:]) > maxMessage {
		return errGone
	}
	p := make([]byte, binary.LittleEndian.Uint32(body[8:]))
	n, err := data.ReadAt(p, int64(binary.LittleEndian.Uint64(body)))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := send(d.in, msgBytes, p[:n]); err != nil {
		return errGone
	}
	return nil
}

// fatal is the exit code of a program that the runtime of Go has ended.
const fatal = 2

// death returns why the decoder ended: because of the file, or of a fault of the product.
func (d *decoder) death(died error) error {
	err := fmt.Errorf("%w: %w: %s", errGone, died, d.said.text)
	killed := false
	if status, is := d.cmd.ProcessState.Sys().(syscall.WaitStatus); is && status.Signaled() {
		killed = true // by the system, which is short of memory, or for computing too long
	}
	switch {
	case killed, bytes.Contains(d.said.text, []byte("out of memory")), bytes.Contains(d.said.text, []byte("cannot allocate memory")):
		return &textfile.FileError{Code: textfile.CodeTooLarge, What: "Reading the Parquet file needs more than 1 GB of memory.",
			Remedy: "Write it with pages of 1 MB and fewer rows in each row group, or send the table as text.", Err: err}
	case d.cmd.ProcessState.ExitCode() == fatal:
		return damaged(err)
	}
	return err
}

// tail keeps the first bytes of what a process writes.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 4096-len(t.text))]...)
	return len(p), nil
}

// rowReader takes rows out of messages.
type rowReader struct {
	cells [][]byte
	no    int64
	row   func(no int64, cells [][]byte) error
}

func (r *rowReader) each(body []byte) error {
	for len(body) > 0 && len(r.cells) > 0 {
		for i := range r.cells {
			n, size := binary.Uvarint(body)
			if size <= 0 || n > uint64(len(body)-size)+1 {
				return errGone
			}
			body, r.cells[i] = body[size:], nil
			if n > 0 {
				r.cells[i], body = body[:n-1:n-1], body[n-1:]
			}
		}
		r.no++
		if err := r.row(r.no, r.cells); err != nil {
			return err
		}
	}
	return nil
}

func send(w io.Writer, kind byte, body []byte) error {
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(body)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

// receive reads a message into buf, which it may replace.
func receive(r io.Reader, buf []byte) (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.LittleEndian.Uint32(head[1:]))
	if n > maxMessage {
		return 0, nil, errGone
	}
	if n > cap(buf) {
		buf = make([]byte, n)
	}
	_, err = io.ReadFull(r, buf[:n])
	return head[0], buf[:n], err
}
