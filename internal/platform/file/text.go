package file

import (
	"fmt"
	"strings"
)

// SizeText writes a number of bytes as pages do (formatBytes there): in decimal units, three
// digits below 100, none behind the point above.
func SizeText(n int64) string {
	value, unit := float64(n), 0
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	for value >= 999.5 && unit < len(units)-1 {
		value, unit = value/1000, unit+1
	}
	if unit == 0 || value >= 99.5 {
		return fmt.Sprintf("%.0f %s", value, units[unit])
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + units[unit]
}
