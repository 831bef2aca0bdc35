package lies

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
)

// The long forms are go test ./internal/gwas/recognise/lies -lies 2000 -honest 1000.
var (
	draws  = flag.Int("lies", 100, "files with lies that are drawn")
	honest = flag.Int("honest", 200, "files without lies that are drawn")
	from   = flag.Int("from", 0, "number of the first draw, to repeat one")
	most   = flag.Int("most", 3, "lies in a file, at most")
	only   = flag.String("lie", "", "tell only lies whose name holds this text")
)

// mayBeAsked is the share of honest files that may get a question which the file
// answers itself.
const mayBeAsked = 0.01

// draw is one file and what it was made from.
type draw struct {
	seed    int
	table   *table
	told    []lie
	content []byte
}

// newDraw draws a file; one without lies when honest is set. The same seed draws the same file.
func newDraw(t *testing.T, seed int, honest bool) *draw {
	t.Helper()
	stream := uint64(1)
	if honest {
		stream = 2
	}
	r := rand.New(rand.NewPCG(uint64(seed), stream))
	for {
		l := &layouts[r.IntN(len(layouts))]
		binary := l.trait == "yes/no" || l.trait == "" && r.IntN(2) == 0
		d := &draw{seed: seed, table: newTable(drawStudy(t, r, binary, l.constantN), l)}
		if honest || d.lie(r) {
			d.content = d.table.write(r)
			return d
		}
	}
}

// lie applies one to three lies; false when none applies to the table.
func (d *draw) lie(r *rand.Rand) bool {
	all := slices.DeleteFunc(slices.Concat(lies, otherLies), func(l lie) bool { return !strings.Contains(l.name, *only) })
	wanted := 1 + r.IntN(*most)
	slots := map[string]bool{}
	for _, i := range r.Perm(len(all)) {
		l := all[i]
		if len(d.told) == wanted {
			break
		}
		if slots[l.slot] || !l.tellable(d.table) {
			continue
		}
		if !l.tell(r, d.table) {
			return false
		}
		slots[l.slot] = true
		d.told = append(d.told, l)
	}
	return len(d.told) > 0
}

func (d *draw) String() string {
	names := []string{}
	for _, l := range d.told {
		names = append(names, l.name)
	}
	return fmt.Sprintf("draw %d: layout %s, GRCh%d, %d rows, yes/no %v, lies: %s", d.seed, d.table.layout.name, d.table.study.build, len(d.table.rows),
		d.table.study.binary, strings.Join(names, "; "))
}

// Verdicts on a draw.
const (
	isRight  = "right"
	isAsked  = "asked or refused"
	isWarned = "warned"
	isOther  = "stopped by another matter"
	isWrong  = "WRONG"
)

// judge returns the verdict on a reading, and for WRONG the reason.
func (d *draw) judge(got *reading) (verdict string, why fault) {
	if got.stopped() {
		for _, l := range d.told {
			if anyNames(got.said(), l.matter) {
				return isAsked, fault{}
			}
		}
		return isOther, fault{text: strings.Join(got.said(), " | ")}
	}
	verdict = isRight
	for _, f := range d.table.compare(got) {
		if !d.warnedOf(f.field, got) {
			return isWrong, f
		}
		verdict = isWarned
	}
	return verdict, fault{}
}

// warnedOf reports whether a warning names a lie that explains the difference. For a column that an
// answer names, as layouts without a usual name need, that suffices.
func (d *draw) warnedOf(field string, got *reading) bool {
	for _, l := range d.told {
		warns := got.warns
		if !l.warned {
			warns = got.overruled()
		}
		if slices.Contains(l.hurt, field) && anyNames(wordsOf(warns), l.matter) {
			return true
		}
	}
	return false
}

// try reads the file with the true answers to what may be asked about its layout, then with the
// likely answers in addition and alone; the worst verdict counts.
func (d *draw) try(t *testing.T) (verdict string, why fault) {
	t.Helper()
	got, err := read(d.content, d.table.layout.answers, d.table.declared)
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	if verdict, why = d.judge(got); verdict == isWrong {
		return verdict, why
	}
	for _, l := range d.told {
		if l.contradicts && !got.stopped() && !anyNames(wordsOf(got.overruled()), l.matter) {
			return isWrong, fault{"effect", "two columns contradict each other, and one was taken in silence"}
		}
	}
	for _, answers := range []map[string]string{nil, d.table.layout.answers} {
		likely, err := readLikely(d.content, answers, d.table.declared)
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if v, w := d.judge(likely); v == isWrong {
			return v, fault{w.field, "with what is called likely: " + w.text}
		}
		if len(d.table.layout.answers) == 0 {
			break
		}
	}
	return verdict, why
}

// TestLies draws files with lies. None may be read as if it were true.
func TestLies(t *testing.T) {
	tally := newTally()
	for i := range *draws {
		seed := *from + i
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			d := newDraw(t, seed, false)
			verdict, why := d.try(t)
			tally.add(d, verdict, why.field)
			switch verdict {
			case isWrong:
				t.Errorf("%s\n%s", d, why.text)
			case isOther:
				t.Logf("%s\nstopped by another matter: %s", d, why.text)
			}
		})
	}
	t.Cleanup(func() { t.Log(tally.String()) })
}

// TestHonestFiles draws files without lies. All are read right, and almost none gets a question
// that it answers itself.
func TestHonestFiles(t *testing.T) {
	tally := newTally()
	for i := range *honest {
		seed := *from + i
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			d := newDraw(t, seed, true)
			verdict, why := d.tryHonest(t)
			tally.add(d, verdict, "")
			switch verdict {
			case isWrong:
				t.Errorf("%s\n%s", d, why)
			case askedInVain:
				t.Logf("%s\nasked in vain: %s", d, why)
			}
		})
	}
	t.Cleanup(func() {
		t.Log(tally.String())
		if n := tally.of(askedInVain); float64(n) > mayBeAsked*float64(*honest) {
			t.Errorf("%d of %d honest files get a question that they answer themselves; %g %% may", n, *honest, 100*mayBeAsked)
		}
	})
}

const (
	askedInVain  = "asked in vain"
	askedRightly = "asked rightly"
)

func (d *draw) tryHonest(t *testing.T) (verdict, why string) {
	t.Helper()
	got, err := read(d.content, nil, "")
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	verdict = isRight
	if got.stopped() {
		if verdict, why = askedInVain, strings.Join(got.said(), " | "); d.table.mayAsk() {
			verdict = askedRightly
		}
		if got, err = readLikely(d.content, d.table.layout.answers, ""); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
	}
	if got.stopped() {
		return verdict, why
	}
	if faults := d.table.compare(got); len(faults) > 0 {
		return isWrong, faults[0].text
	}
	return verdict, why
}

// tally counts verdicts by lie and layout.
type tally struct {
	mu      sync.Mutex
	total   map[string]int
	byLie   map[string]map[string]int
	wrongIn map[string]map[string]int // layouts of the wrong ones, by lie
}

func newTally() *tally {
	return &tally{total: map[string]int{}, byLie: map[string]map[string]int{}, wrongIn: map[string]map[string]int{}}
}

func (c *tally) of(verdict string) int { c.mu.Lock(); defer c.mu.Unlock(); return c.total[verdict] }

// add counts a draw. A wrong result counts for the lies that explain it.
func (c *tally) add(d *draw, verdict, field string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total[verdict]++
	names := d.explaining(verdict, field)
	for _, name := range names {
		if c.byLie[name] == nil {
			c.byLie[name], c.wrongIn[name] = map[string]int{}, map[string]int{}
		}
		c.byLie[name][verdict]++
		if verdict == isWrong {
			c.wrongIn[name][d.table.layout.name]++
		}
	}
}

// explaining returns the lies that a verdict is counted for, and the layout of a file without any.
func (d *draw) explaining(verdict, field string) (names []string) {
	if len(d.told) == 0 {
		return []string{d.table.layout.name}
	}
	shape := []string{} // which may explain everything, and mostly does not
	for _, l := range d.told {
		switch {
		case verdict == isWrong && !slices.Contains(l.hurt, field):
		case verdict == isWrong && l.slot == "shape":
			shape = append(shape, l.name)
		default:
			names = append(names, l.name)
		}
	}
	if len(names) == 0 {
		names = shape
	}
	if len(names) == 0 {
		names = []string{"no lie explains it: " + field}
	}
	return names
}

func (c *tally) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "all: %s\n", counted(c.total))
	names := []string{}
	for name := range c.byLie {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&b, "%-40s %s", name, counted(c.byLie[name]))
		if len(c.wrongIn[name]) > 0 {
			fmt.Fprintf(&b, " — wrong in: %s", counted(c.wrongIn[name]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func counted(m map[string]int) string {
	parts := []string{}
	for name, n := range m {
		parts = append(parts, fmt.Sprintf("%s %d", name, n))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}
