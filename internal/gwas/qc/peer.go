package qc

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/klauspost/compress/zstd"
)

// Peer is the data of a file that a run keeps to compare others with it without opening it:
// frequencies of sampled variants, and the z-scores of those that have an LD score. All refer to
// the same allele in every study, so variants of unknown strand are not included.
type Peer struct {
	Frequencies *sketch.Frequencies
	Scores      string // checksum of the LD scores, "" without any
	z           []keptZ
}

// keptZ is a variant with an LD score.
type keptZ struct {
	at    uint32 // its place among the LD scores
	other byte   // the second allele of its class
	z, n  float32
}

// add takes one clean row.
func (p *Peer) add(r *sumstats.Row) {
	if r.Flags&sumstats.EAFIsMAF == 0 {
		p.Frequencies.Add(sketch.Place(r.Chromosome, r.Position), r.EA, r.OA, r.EAF)
	}
}

// keep takes a variant with an LD score.
func (p *Peer) keep(at int, r *sumstats.Row, n float64) {
	first, oriented := variant.Oriented(r.EA, r.OA)
	if !oriented {
		return
	}
	z := r.Beta / r.SE
	if !first {
		z = -z
	}
	_, other := variant.Class(r.EA, r.OA)
	p.z = append(p.z, keptZ{uint32(at), byte(other), float32(z), float32(n)})
}

// order puts variants in the order of the scores: rows that were found by rs number or by
// lifted position may come in another.
func (p *Peer) order() {
	slices.SortFunc(p.z, func(a, b keptZ) int { return cmp.Compare(a.at, b.at) })
}

// magicPeer begins a stored Peer and identifies its format.
const magicPeer = "compare1"

// ErrPeer is the error for bytes that are not a stored Peer.
var ErrPeer = errors.New("not what a run keeps for comparisons, or of another version")

// mostKept limits how many variants are read.
const mostKept = 50_000_000

// write writes the kept data, as zstd: "compare1", the frequencies, the checksum of the LD scores
// behind its length, their number, then of each its place as a difference, its allele, z and N.
func (p *Peer) write(w io.Writer) error {
	packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(peerWindow))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(packed, 64<<10)
	_, _ = out.WriteString(magicPeer) // errors stay until Flush
	if _, err := p.Frequencies.WriteTo(out); err != nil {
		return errors.Join(err, packed.Close())
	}
	p.order()
	var head []byte
	head = append(binary.AppendUvarint(head, uint64(len(p.Scores))), p.Scores...)
	_, _ = out.Write(binary.AppendUvarint(head, uint64(len(p.z))))
	last, line := uint32(0), make([]byte, 0, 16)
	for _, k := range p.z {
		line = append(binary.AppendUvarint(line[:0], uint64(k.at-last)), k.other)
		line = binary.LittleEndian.AppendUint32(line, math.Float32bits(k.z))
		_, _ = out.Write(binary.LittleEndian.AppendUint32(line, math.Float32bits(k.n)))
		last = k.at
	}
	return errors.Join(out.Flush(), packed.Close())
}

// peerWindow is the window that a Peer is written with.
const peerWindow = 8 << 20

// ReadPeer reads a stored Peer; ErrPeer when it is not one.
func ReadPeer(r io.Reader) (*Peer, error) {
	packed, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20), zstd.WithDecoderMaxWindow(peerWindow))
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	in := bufio.NewReaderSize(packed, 64<<10)
	p, err := readPeer(in)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPeer, err)
	}
	return p, nil
}

func readPeer(in *bufio.Reader) (*Peer, error) {
	head := make([]byte, len(magicPeer))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != magicPeer {
		return nil, errors.Join(err, errors.New("another beginning"))
	}
	p := &Peer{}
	var err error
	if p.Frequencies, err = sketch.ReadFrequencies(in); err != nil {
		return nil, err
	}
	long, err := binary.ReadUvarint(in)
	if err != nil || long > 64 {
		return nil, errors.Join(err, errors.New("no checksum"))
	}
	sum := make([]byte, long)
	if _, err := io.ReadFull(in, sum); err != nil {
		return nil, err
	}
	p.Scores = string(sum)
	return p, p.readZ(in)
}

func (p *Peer) readZ(in *bufio.Reader) error {
	n, err := binary.ReadUvarint(in)
	if err != nil || n > mostKept {
		return errors.Join(err, errors.New("no number of variants"))
	}
	at, line := uint64(0), make([]byte, 9)
	for i := range n {
		step, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		if at += step; at > math.MaxUint32 || i > 0 && step == 0 {
			return errors.New("places out of order")
		}
		if _, err := io.ReadFull(in, line); err != nil {
			return err
		}
		k := keptZ{uint32(at), line[0], math.Float32frombits(binary.LittleEndian.Uint32(line[1:])), math.Float32frombits(binary.LittleEndian.Uint32(line[5:]))}
		if !(k.n > 0) || math.IsInf(float64(k.n), 0) || math.IsNaN(float64(k.z)) || math.IsInf(float64(k.z), 0) {
			return errors.New("a z-score or its N is not a number")
		}
		p.z = append(p.z, k)
	}
	return nil
}
