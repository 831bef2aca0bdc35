package ldscore

import (
	"fmt"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	const header = "CHR\tSNP\tBP\tL2\n"
	table, err := ReadTable(strings.NewReader(header + "2\trs3\t5\t3\n1\trs1\t9\t1.5\n23\trs4\t7\t9\n1\trs2\t4\t-0.5\n1\trs5\t9\t8\n"))
	if err != nil {
		t.Fatal(err)
	}
	if table.Len() != 3 || table.Common != 0 {
		t.Fatalf("%d places and %d common variants", table.Len(), table.Common)
	}
	for i, want := range []float64{-0.5, 1.5, 3} { // 1:4, 1:9 and 2:5; the first of one place, without X
		c, at := table.Place(i)
		if place := fmt.Sprintf("%s:%d", c, at); place != []string{"1:4", "1:9", "2:5"}[i] || table.L2(i) != want || table.RSID(i) != []uint64{2, 1, 3}[i] {
			t.Errorf("place %d: rs%d at %s, %v", i, table.RSID(i), place, table.L2(i))
		}
	}
	packed, err := ReadTable(pack(t, "22.l2.ldscore", scores, "22.l2.M_5_50", "16885\n"))
	if err != nil || packed.Common != 16885 || packed.Len() != 2 {
		t.Errorf("%+v, %v", packed, err)
	}
	names, err := ReadTable(strings.NewReader(header + "1\tchr1:7\t7\t1\n"))
	if err != nil || names.RSID(0) != 0 {
		t.Errorf("a name that is no rs number: %+v, %v", names, err)
	}
	if _, err := ReadTable(strings.NewReader("CHR\tSNP\tBP\tL2\n1\trs1\tx\t1\n")); err == nil {
		t.Error("a damaged file is read")
	}
}
