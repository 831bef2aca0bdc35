package tableindex

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"cohortium/internal/gwas/genome"
)

// An index file is a line that names its format, the SHA-256 of the rest once expanded, and the
// rest in zstd: the length of a head and the head in JSON, then for each unit
//
//	uvarint  entries since the unit before it begins
//	uvarint  bytes of the file between the blocks of both
//	uvarint  place of the first row in the block
//	uvarint  first base behind the loci of the group of its last entry
//	uvarint  bytes that its first key shares with the one before
//	uvarint  length of the rest of the key, and the rest
const magic = "cohortium-index 1\n"

const (
	// maxIndex is how large an index may be, expanded.
	maxIndex = 1 << 30
	// indexRatio is how much larger an index of more than indexFrom bytes may be than its file.
	indexRatio = 250
	indexFrom  = 16 << 20
)

// fileHead is the description of the data in an index file.
type fileHead struct {
	Schema      string
	Types       map[string]Type
	Build       genome.Build `json:",omitempty"`
	Coordinates Coordinates
	Ends        bool `json:",omitempty"` // rows of VCF reach to their END
	Layout      *layout
	InPlace     bool
	Size        int64  // of the data
	End         uint64 // behind the last row
	Rows        int64
	Entries     int64
	Units       int
	Digest      string   // SHA-256 of the rows
	Contigs     []string `json:",omitempty"` // in order; none when there are too many
}

func (b *builder) head(u *units, end uint64, size int64) *fileHead {
	return &fileHead{Schema: b.spec.Schema.String(), Types: b.types, Build: b.spec.Build, Coordinates: b.counts.Coordinates, Ends: b.counts.ends,
		Layout: b.layout, InPlace: b.sum.InPlace, Size: size, End: end, Rows: b.sum.Rows, Entries: u.entries,
		Units: len(u.list), Digest: u.digest(), Contigs: b.contigs.sorted()}
}

// encodeIndex returns the file and the name of what was built.
func encodeIndex(head *fileHead, u *units) (file []byte, generation string) {
	body := bodyOf(head, u)
	sum := sha256.Sum256(body)
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are fixed
	}
	return z.EncodeAll(body, append([]byte(magic), sum[:]...)), hex.EncodeToString(sum[:16])
}

func bodyOf(head *fileHead, u *units) []byte {
	text, err := json.Marshal(head)
	if err != nil {
		panic(err) // texts and numbers alone
	}
	body := binary.AppendUvarint(nil, uint64(len(text)))
	body = append(body, text...)
	var before unit
	var key []byte
	for i, at := range u.list {
		shared := 0
		for next := u.keys[i]; shared < min(len(key), len(next)) && key[shared] == next[shared]; {
			shared++
		}
		key = u.keys[i]
		for _, n := range []int64{at.row - before.row, at.block - before.block, int64(at.offset), int64(at.reach), int64(shared), int64(len(key) - shared)} {
			body = binary.AppendUvarint(body, uint64(n))
		}
		body = append(body, key[shared:]...)
		before = at
	}
	return body
}

// decodeIndex returns the inverse of encodeIndex; its errors wrap ErrIndex.
func decodeIndex(r io.Reader) (head *fileHead, u *units, generation string, err error) {
	file, err := io.ReadAll(io.LimitReader(r, maxIndex))
	if err != nil {
		return nil, nil, "", fmt.Errorf("reading the index: %w", err)
	}
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, nil, "", fmt.Errorf("%w: it does not begin as one does", ErrIndex)
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(min(maxIndex, indexFrom+indexRatio*uint64(len(rest)))))
	if err != nil {
		return nil, nil, "", err
	}
	defer z.Close()
	body, err := z.DecodeAll(rest[sha256.Size:], nil)
	if err != nil {
		return nil, nil, "", fmt.Errorf("%w: %w", ErrIndex, err)
	}
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, nil, "", fmt.Errorf("%w: it does not match its check sum", ErrIndex)
	}
	head, u, err = decodeBody(body)
	return head, u, hex.EncodeToString(rest[:16]), err
}

// numbers reads varints off a body.
type numbers struct {
	body []byte
	bad  bool
}

// next returns a number of at most limit.
func (n *numbers) next(limit uint64) uint64 {
	v, size := binary.Uvarint(n.body)
	if size <= 0 || v > limit {
		n.bad = true
		return 0
	}
	n.body = n.body[size:]
	return v
}

// take returns the next size bytes.
func (n *numbers) take(size uint64) []byte {
	if size > uint64(len(n.body)) {
		n.bad = true
		return nil
	}
	part := n.body[:size]
	n.body = n.body[size:]
	return part
}

func decodeBody(body []byte) (*fileHead, *units, error) {
	n := numbers{body: body}
	head := &fileHead{}
	if err := json.Unmarshal(n.take(n.next(uint64(len(body)))), head); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrIndex, err)
	}
	if head.Layout == nil || head.Units < 1 || head.Units > len(n.body)/6 || head.Entries < 1 || head.Size < 0 {
		return nil, nil, fmt.Errorf("%w: its head does not fit it", ErrIndex)
	}
	u := &units{entries: head.Entries, list: make([]unit, 0, head.Units), keys: make([][]byte, 0, head.Units)}
	var at unit
	var key []byte
	for i := range head.Units {
		at.row += int64(n.next(uint64(head.Entries - at.row)))
		at.block += int64(n.next(uint64(head.Size - at.block)))
		at.offset, at.reach = int(n.next(1<<16-1)), uint32(n.next(1<<32-1))
		shared := n.next(uint64(len(key)))
		rest := n.take(n.next(uint64(len(n.body))))
		if n.bad {
			break
		}
		next := append(append(make([]byte, 0, int(shared)+len(rest)), key[:shared]...), rest...)
		if i > 0 && (bytes.Compare(key, next) > 0 || at.row <= u.list[i-1].row || at.block <= u.list[i-1].block) || i == 0 && at.row != 0 {
			n.bad = true
			break
		}
		key = next
		u.list, u.keys = append(u.list, at), append(u.keys, key)
	}
	if n.bad || len(n.body) > 0 || at.row >= head.Entries || uint64(at.block)<<16|uint64(at.offset) >= head.End {
		return nil, nil, fmt.Errorf("%w: its units do not fit it", ErrIndex)
	}
	return head, u, nil
}
